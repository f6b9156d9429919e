//! What a display list records (GL 1.5 section 5.4). The types are in this room because commands of every chapter are
//! recorded.

use crate::gl::{Call, GlError, Result};
use crate::platform::reserve::from_system;
use crate::raster::Topology;

pub(crate) type Recorded = Box<dyn Fn(&mut Call<'_>) -> Result + Send + Sync>;

/// Commands, each with the number of vertex commands before it.
pub(crate) type PlacedCommands = Vec<(usize, Recorded)>;

/// Whether commands are recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Recording {
    /// Commands are executed at once.
    #[default]
    Off,
    /// Commands are recorded and not executed.
    Compile,
    /// Commands are recorded, then executed.
    CompileAndExecute,
}

/// A vertex command in a list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum VertexOp {
    Begin(Topology),
    End,
    Restart,
    /// A new current value.
    Attribute(u8, [f32; 4]),
    /// The attribute, the number of its values that are given, and the values: weights or matrix indices.
    First(u8, u8, [f32; 4]),
    /// A vertex with this position, which takes the current values of the other attributes.
    Vertex([f32; 4]),
}

/// The commands of the list being compiled, in their order. They become a list when it ends.
#[derive(Default)]
pub(crate) struct Recorder {
    recording: Recording,
    /// All vertex commands.
    ops: Vec<VertexOp>,
    /// The other commands, each with the number of vertex commands before it.
    commands: PlacedCommands,
    /// Whether the list could not grow. Nothing more is recorded then, and no command tries again.
    is_full: bool,
}

impl std::fmt::Debug for Recorder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let counts = (self.ops.len(), self.commands.len());
        f.debug_tuple("Recorder")
            .field(&self.recording)
            .field(&counts)
            .finish()
    }
}

impl Recorder {
    /// Whether commands are recorded now.
    #[inline]
    pub(crate) fn recording(&self) -> Recording {
        self.recording
    }

    /// Begins a list. What an earlier one left is dropped.
    pub(crate) fn begin(&mut self, recording: Recording) {
        *self = Recorder {
            recording,
            ..Recorder::default()
        };
    }

    /// Ends the list. Returns its vertex commands, and the other commands with the number of vertex commands before each. Gives
    /// OUT_OF_MEMORY when the list could not grow.
    pub(crate) fn end(&mut self) -> Result<(Vec<VertexOp>, PlacedCommands)> {
        let recorder = std::mem::take(self);
        if recorder.is_full {
            return Err(NO_MEMORY);
        }
        Ok((recorder.ops, recorder.commands))
    }

    /// Stops recording while a recorded command is executed.
    pub(crate) fn suspend(&mut self) -> Recording {
        std::mem::take(&mut self.recording)
    }

    /// Ends [`Recorder::suspend`].
    pub(crate) fn resume(&mut self, recording: Recording) {
        self.recording = recording;
    }

    /// Begins to record commands apart from the list. They are not executed. Returns what [`Recorder::end_part`] takes.
    pub(crate) fn begin_part(&mut self) -> (Recording, PlacedCommands) {
        let recording = std::mem::replace(&mut self.recording, Recording::Compile);
        (recording, std::mem::take(&mut self.commands))
    }

    /// Goes on with the list, and returns the commands that were recorded since.
    pub(crate) fn end_part(&mut self, list: (Recording, PlacedCommands)) -> Vec<Recorded> {
        self.recording = list.0;
        let part = std::mem::replace(&mut self.commands, list.1);
        part.into_iter().map(|(_, command)| command).collect()
    }

    /// Appends a command to the list being compiled. Gives OUT_OF_MEMORY when the list cannot grow.
    pub(crate) fn append(&mut self, command: Recorded) -> Result {
        let n_ops = self.ops.len();
        push_unless(&mut self.is_full, &mut self.commands, (n_ops, command))
    }

    /// Appends a vertex command to the list being compiled.
    pub(crate) fn append_vertex_op(&mut self, op: VertexOp) -> Result {
        push_unless(&mut self.is_full, &mut self.ops, op)
    }
}

const NO_MEMORY: GlError = GlError::out_of_memory("display list");

/// Appends to a part of a list that is not full. It is full when it cannot grow.
fn push_unless<T>(is_full: &mut bool, items: &mut Vec<T>, item: T) -> Result {
    if *is_full {
        return Err(NO_MEMORY);
    }
    let result = push(items, item);
    *is_full = result.is_err();
    result
}

/// Appends to a part of a list. Gives OUT_OF_MEMORY when it cannot grow.
pub(crate) fn push<T>(items: &mut Vec<T>, item: T) -> Result {
    if items.len() == items.capacity() {
        from_system(|| items.try_reserve(items.len().max(16))).map_err(|_| NO_MEMORY)?;
    }
    items.push(item);
    Ok(())
}
