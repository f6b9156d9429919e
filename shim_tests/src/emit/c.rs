//! Compiles many functions in one C file, and calls them by number.

use crate::harness::library_dir;
use std::fmt::Write;
use std::process::Command;
use trilobite::emit::{self, Emitted};
use trilobite::ir::signature::{Direction, Scalar};

/// A library of functions, each `void (const uint32_t *inputs, const uint32_t *uniforms, uint32_t *outputs)` over the
/// words of its program's slots.
pub struct Compiled {
    library: libloading::Library,
}

type Call = unsafe extern "C" fn(*const u32, *const u32, *mut u32);

impl Compiled {
    /// Compiles the functions, whose names are `f0`, `f1`, …; `name` tells libraries of tests apart.
    #[track_caller]
    pub fn new(name: &str, functions: &[Emitted]) -> Compiled {
        let mut text = emit::c_file(functions);
        for (i, function) in functions.iter().enumerate() {
            text += &wrapper(i, function);
        }
        let folder = library_dir().join("emit");
        std::fs::create_dir_all(&folder).expect("the target folder is writable");
        let [source, library] = ["c", "so"].map(|end| folder.join(format!("{name}.{end}")));
        std::fs::write(&source, text).expect("the target folder is writable");
        let output = Command::new("gcc")
            .args([
                "-std=c99",
                "-pedantic",
                "-Wall",
                "-Werror",
                "-Wno-unused",
                "-Wno-tautological-compare",
                "-O2",
            ])
            .args(["-ffp-contract=off", "-fPIC", "-shared", "-o"])
            .args([&library, &source])
            .arg("-lm")
            .output()
            .expect("gcc is there");
        let log = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {log}", source.display());
        // SAFETY: the library is our own, and has no constructors.
        let library = unsafe { libloading::Library::new(&library) };
        let library = library.expect("the library loads");
        Compiled { library }
    }

    /// Calls a function. The slices are as long as the program's numbers of slots, rounded up to vectors of four.
    pub fn call(&self, number: usize, inputs: &[u32], uniforms: &[u32], outputs: &mut [u32]) {
        let name = format!("run{number}\0");
        // SAFETY: the wrapper of this number has this type.
        let function = unsafe { self.library.get::<Call>(name.as_bytes()) };
        let function = function.expect("the function is there");
        // SAFETY: it reads and writes the words of the program's slots, which the slices have.
        unsafe { function(inputs.as_ptr(), uniforms.as_ptr(), outputs.as_mut_ptr()) }
    }
}

/// A function over words that calls a function of the file.
fn wrapper(number: usize, function: &Emitted) -> String {
    let (mut before, mut after, mut args) = (String::new(), String::new(), Vec::new());
    for (i, port) in function.ports.iter().enumerate() {
        let p = &port.parameter;
        let ty = match p.scalar {
            Scalar::F32 => "float",
            Scalar::F64 => "double",
            Scalar::I32 => "uint32_t",
            Scalar::I64 => "uint64_t",
        };
        let n = p.components * p.count;
        let _ = writeln!(before, "    {ty} p{i}[{n}];");
        let copy_in = match p.direction {
            Direction::In(first) | Direction::InOut { input: first, .. } => Some(("inputs", first)),
            Direction::Uniform(first) => Some(("uniforms", first)),
            Direction::Out(first) => Some(("outputs", first)),
        };
        if let Some((from, first)) = copy_in {
            let _ = writeln!(before, "    memcpy(p{i}, {from} + {first}, sizeof p{i});");
        }
        if let Some(first) = p.direction.output() {
            let _ = writeln!(after, "    memcpy(outputs + {first}, p{i}, sizeof p{i});");
        }
        let is_pointer = n > 1 || p.direction.output().is_some();
        args.push(if is_pointer {
            format!("p{i}")
        } else {
            format!("p{i}[0]")
        });
    }
    format!(
        "void run{number}(const uint32_t *inputs, const uint32_t *uniforms, uint32_t *outputs) {{\n{before}    {}({});\n{after}}}\n",
        function.name,
        args.join(", ")
    )
}
