//! The floating-point environment of threads that are not ours.

/// The driver's MXCSR: all exceptions masked, round to nearest, denormals preserved.
const OUR_MXCSR: u32 = 0x1F80;
/// The bits that the application controls; the low six are sticky flags.
const MXCSR_CONTROL: u32 = 0xFFC0;

/// Restores the application's MXCSR when dropped, if it was another than ours.
pub struct FloatEnvironment {
    #[cfg(target_arch = "x86_64")]
    theirs: Option<u32>,
}

impl FloatEnvironment {
    /// Sets the driver's floating-point environment.
    #[inline(always)]
    #[cfg(target_arch = "x86_64")]
    pub fn enter() -> FloatEnvironment {
        let mut theirs = 0u32;
        // SAFETY: stores the register's four bytes.
        unsafe {
            std::arch::asm!("stmxcsr [{}]", in(reg) &mut theirs, options(nostack, preserves_flags))
        };
        if theirs & MXCSR_CONTROL == OUR_MXCSR {
            return FloatEnvironment { theirs: None };
        }
        load_mxcsr(OUR_MXCSR);
        FloatEnvironment {
            theirs: Some(theirs),
        }
    }

    /// Sets the driver's floating-point environment.
    #[inline(always)]
    #[cfg(not(target_arch = "x86_64"))]
    pub fn enter() -> FloatEnvironment {
        FloatEnvironment {}
    }
}

#[cfg(target_arch = "x86_64")]
impl Drop for FloatEnvironment {
    #[inline(always)]
    fn drop(&mut self) {
        if let Some(theirs) = self.theirs {
            load_mxcsr(theirs);
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[cold]
fn load_mxcsr(value: u32) {
    // SAFETY: the value was read from the register, or is the architecture's reset value: no reserved bit is set.
    unsafe {
        std::arch::asm!("ldmxcsr [{}]", in(reg) &value, options(nostack, readonly, preserves_flags))
    };
}
