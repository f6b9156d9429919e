//! glGet*, glIsEnabled, strings: one table of state (GL 1.5 chapter 6).
