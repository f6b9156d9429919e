//! The files that a text can include. The preprocessor never opens one itself.

use rustc_hash::FxHashMap;

/// Gives the texts of files.
pub trait Files {
    /// The text of the file of this path, if there is one. Paths are joined of folder and name with `/`, and not simplified.
    fn read(&mut self, path: &str) -> Option<Vec<u8>>;
}

impl<F: FnMut(&str) -> Option<Vec<u8>>> Files for F {
    fn read(&mut self, path: &str) -> Option<Vec<u8>> {
        self(path)
    }
}

/// There are no files.
#[derive(Debug, Clone, Copy)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&mut self, _path: &str) -> Option<Vec<u8>> {
        None
    }
}

/// Files of a program's memory, by their paths.
#[derive(Debug, Clone, Default)]
pub struct MemoryFiles {
    texts: FxHashMap<String, Vec<u8>>,
}

impl MemoryFiles {
    /// Adds a file, or replaces it.
    pub fn add(&mut self, path: &str, text: impl Into<Vec<u8>>) {
        self.texts.insert(simplified(path), text.into());
    }

    /// The text of the file of a path, if there is one.
    pub fn get(&self, path: &str) -> Option<&[u8]> {
        self.texts.get(&simplified(path)).map(Vec::as_slice)
    }

    /// Removes a file, if there is one of this path.
    pub fn remove(&mut self, path: &str) {
        self.texts.remove(&simplified(path));
    }

    /// The bytes of all files but that of a path.
    pub fn bytes_without(&self, path: &str) -> usize {
        let path = simplified(path);
        let others = self.texts.iter().filter(|(known, _)| **known != path);
        others.map(|(_, text)| text.len()).sum()
    }
}

impl Files for MemoryFiles {
    fn read(&mut self, path: &str) -> Option<Vec<u8>> {
        self.texts.get(&simplified(path)).cloned()
    }
}

/// The path without `.` and `..`, as far as these are inside it.
fn simplified(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        let is_inside = parts.last().is_some_and(|last| !matches!(*last, ".." | ""));
        match part {
            "." => {}
            ".." if is_inside => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The folder of a path with its last `/`; empty where there is none.
pub(super) fn folder(path: &str) -> &str {
    &path[..path.rfind('/').map_or(0, |slash| slash + 1)]
}

/// The path of a name in a folder.
pub(super) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() || folder.ends_with('/') || name.starts_with('/') {
        let folder = if name.starts_with('/') { "" } else { folder };
        return format!("{folder}{name}");
    }
    format!("{folder}/{name}")
}
