//! The floating-point environment of the application's threads: the driver sets its own for the duration of a call.

/// The driver's MXCSR: all exceptions masked, round to nearest, denormals preserved.
const OUR_MXCSR: u32 = 0x1F80;
/// The bits that control operations. The other six are flags, which operations set.
const MXCSR_CONTROL: u32 = 0xFFC0;

/// The driver's environment is set as long as this lives. Then the application's is restored, if it was different.
pub struct FloatEnvironment {
    #[cfg(target_arch = "x86_64")]
    theirs: Option<u32>,
}

impl FloatEnvironment {
    /// Sets the driver's environment.
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

    /// Sets the driver's environment.
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
    // SAFETY: the value was read from the register, or is its value after a reset. So no reserved bit is set.
    unsafe {
        std::arch::asm!("ldmxcsr [{}]", in(reg) &value, options(nostack, readonly, preserves_flags))
    };
}
