//! One call into the state machine: the context and the right to reach the application's memory.

use super::recording::{Recorded, Recording};
use crate::gl::{Context, GlError, Result};
use crate::platform::{ClientMemory, ClientPtr};

/// The error of a command between Begin and End (GL 1.5 section 2.6.3).
pub const INSIDE_BEGIN: GlError = GlError::invalid_operation("not allowed between Begin and End");

/// A command while it is executed.
#[derive(Debug)]
pub struct Call<'c> {
    pub cx: &'c mut Context,
    /// The application's memory that this call may reach.
    pub mem: ClientMemory<'c>,
    /// Fast path: the body may only copy its arguments into state. Anything else returns an error before it changes
    /// anything, and the caller runs the body again.
    pub only_copies: bool,
}

impl<'c> Call<'c> {
    #[inline(always)]
    pub fn new(cx: &'c mut Context, mem: ClientMemory<'c>) -> Call<'c> {
        Call {
            cx,
            mem,
            only_copies: false,
        }
    }
}

impl Call<'_> {
    /// Returns an error on the fast path. A body calls it before it does more than copy its arguments.
    #[inline(always)]
    pub(crate) fn more_than_a_copy(&self) -> Result {
        if self.only_copies {
            Err(GlError::invalid_operation("more than a copy"))
        } else {
            Ok(())
        }
    }

    /// Executes a command that display lists may hold. While a list is compiled, the command is recorded; it is not
    /// executed when the list is only compiled (GL 1.5 section 5.4). A list that is called between Begin and End refuses
    /// the command there.
    #[inline]
    pub fn run(
        &mut self,
        command: impl Fn(&mut Call<'_>) -> Result + Send + Sync + 'static,
    ) -> Result {
        match self.cx.recorder.recording() {
            Recording::Off => command(self),
            mode => self.record(
                Box::new(move |call| {
                    if call.cx.inside_begin() {
                        return Err(INSIDE_BEGIN);
                    }
                    command(call)
                }),
                mode,
            ),
        }
    }

    /// Does what [`Call::run`] does, for a command that is allowed between Begin and End (Material, CallList, EvalCoord).
    #[inline]
    pub fn run_anywhere(
        &mut self,
        command: impl Fn(&mut Call<'_>) -> Result + Send + Sync + 'static,
    ) -> Result {
        match self.cx.recorder.recording() {
            Recording::Off => command(self),
            mode => self.record(Box::new(command), mode),
        }
    }

    /// Refuses a command between Begin and End. A list that is compiled and executed holds it all the same, and refuses it
    /// when it is called (section 5.4): `record` is the command, which is only recorded.
    #[cold]
    pub fn refuse_inside_begin(&mut self, record: impl FnOnce(&mut Call<'_>) -> Result) -> Result {
        let mode = self.cx.recorder.recording();
        if mode == Recording::CompileAndExecute {
            self.cx.recorder.resume(Recording::Compile);
            // What is wrong with the command itself is of no account: it is wrong here.
            let _ = record(self);
            self.cx.recorder.resume(mode);
        }
        Err(INSIDE_BEGIN)
    }

    #[cold]
    fn record(&mut self, command: Recorded, mode: Recording) -> Result {
        let mut executed = Ok(());
        if mode == Recording::CompileAndExecute {
            // Commands that this one calls must not be recorded a second time.
            self.cx.recorder.suspend();
            executed = command(self);
            self.cx.recorder.resume(mode);
        }
        self.cx.recorder.append(command)?;
        executed
    }

    /// Reads `N` parameters at a pointer. A null pointer is INVALID_VALUE.
    pub fn params<T: bytemuck::Pod, const N: usize>(&self, ptr: ClientPtr<T>) -> Result<[T; N]> {
        self.mem
            .read(ptr)
            .ok_or(GlError::invalid_value("null pointer to parameters"))
    }

    /// Reads `n` (0 to 4) numbers at a pointer and converts them; the rest are zero. A null pointer is INVALID_VALUE.
    pub fn vec4<T: bytemuck::Pod>(
        &self,
        ptr: ClientPtr<T>,
        n: usize,
        convert: impl Fn(T) -> f32,
    ) -> Result<[f32; 4]> {
        let mut out = [0.0; 4];
        let values: &[T] = match n {
            0 => &[],
            1 => &self.params::<T, 1>(ptr)?,
            2 => &self.params::<T, 2>(ptr)?,
            3 => &self.params::<T, 3>(ptr)?,
            _ => &self.params::<T, 4>(ptr)?,
        };
        for (out, value) in out.iter_mut().zip(values) {
            *out = convert(*value);
        }
        Ok(out)
    }
}

/// Converts an integer colour component to a float: the range of i32 maps to [-1, 1] (GL 1.5 table 2.6).
pub fn color_from_i32(value: i32) -> f32 {
    ((2.0 * f64::from(value) + 1.0) / f64::from(u32::MAX)) as f32
}
