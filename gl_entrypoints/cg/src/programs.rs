//! Programs.

use crate::door::{self, Bool, IncludeCallback, doors};
use std::ffi::{CString, c_char, c_int};
use trilobite::cg::names::{enums, profiles};
use trilobite::cg::program::create::{self, Wanted};
use trilobite::cg::program::free::destroy;
use trilobite::cg::program::load::{Job, Loaded};
use trilobite::cg::program::{combine, compile, query};
use trilobite::cg::{Callback, CgError, Handle, Text, World, with_world};

const UNKNOWN: c_int = enums::UNKNOWN;

/// Makes a program of a text.
///
/// # Safety
/// `program` and `entry` are null or C strings, `args` null or a row of them that ends with a null pointer.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn cgCreateProgram(
    context: Handle,
    program_type: c_int,
    program: *const c_char,
    profile: c_int,
    entry: *const c_char,
    args: *const *const c_char,
) -> Handle {
    // SAFETY: the caller's promise is passed on.
    let (text, entry, arguments) =
        unsafe { (door::bytes(program), door::text(entry), door::row(args)) };
    let wanted = Wanted {
        kind: program_type,
        text: text.unwrap_or_default().to_vec(),
        file: String::new(),
        profile,
        entry,
        arguments,
    };
    make("cgCreateProgram", context, wanted)
}

/// Makes a program of a file.
///
/// # Safety
/// As [`cgCreateProgram`].
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn cgCreateProgramFromFile(
    context: Handle,
    program_type: c_int,
    filename: *const c_char,
    profile: c_int,
    entry: *const c_char,
    args: *const *const c_char,
) -> Handle {
    const NAME: &str = "cgCreateProgramFromFile";
    // SAFETY: the caller's promise is passed on.
    let (file, entry, arguments) =
        unsafe { (door::text(filename), door::text(entry), door::row(args)) };
    let mut wanted = Wanted {
        kind: program_type,
        text: Vec::new(),
        file: file.unwrap_or_default(),
        profile,
        entry,
        arguments,
    };
    let read = door::guarded(NAME, Err(CgError::MEMORY_ALLOC), || {
        with_world(|world| create::read_file(world, context, &mut wanted))
    });
    match read {
        Ok(()) => make(NAME, context, wanted),
        Err(error) => {
            door::report(NAME, error, context);
            Handle::NULL
        }
    }
}

/// Makes a program: nothing is locked while its text is checked.
fn make(name: &'static str, context: Handle, wanted: Wanted) -> Handle {
    let begun = door::guarded(name, Err(CgError::MEMORY_ALLOC), || {
        with_world(|world| create::begin(world, context, wanted))
    });
    let made = begun.and_then(|(job, callback)| {
        let loaded = run(name, job, (callback, context))?;
        door::guarded(name, Err(CgError::COMPILER), || {
            with_world(|world| create::finish(world, loaded))
        })
    });
    made.unwrap_or_else(|error| {
        door::report(name, error, context);
        Handle::NULL
    })
}

/// Checks a text. The application's function is asked for included files.
fn run(
    name: &'static str,
    job: Job,
    (callback, context): (Callback, Handle),
) -> Result<Loaded, CgError> {
    let callback = door::function(callback);
    door::guarded(name, Err(CgError::COMPILER), || {
        let Some(callback) = callback else {
            return Ok(job.run(None));
        };
        // SAFETY: the application gave this function with this signature to cgSetCompilerIncludeCallback.
        let callback = unsafe { std::mem::transmute::<*const (), IncludeCallback>(callback) };
        let mut ask = |path: &str| {
            if let Ok(path) = CString::new(path) {
                // SAFETY: as above; the text lives during the call.
                unsafe { callback(context, path.as_ptr()) };
            }
        };
        Ok(job.run(Some(&mut ask)))
    })
}

doors! {
    fn cgCopyProgram(program: Handle) -> Handle = Handle::NULL => create::copy;
    fn cgDestroyProgram(program: Handle) => destroy;
    fn cgGetFirstProgram(context: Handle) -> Handle = Handle::NULL => |w: &mut World, c| query::first(w, c);
    fn cgGetNextProgram(program: Handle) -> Handle = Handle::NULL => |w: &mut World, p| query::next(w, p);
    fn cgGetProgramContext(program: Handle) -> Handle = Handle::NULL => |w: &mut World, p| query::context(w, p);
    fn cgIsProgram(program: Handle) -> Bool = 0 => |w: &mut World, p| Ok(w.program(p).is_ok().into());
    fn cgCompileProgram(program: Handle) => compile::compile_again;
    fn cgIsProgramCompiled(program: Handle) -> Bool = 0 => |w: &mut World, p| query::is_compiled(w, p).map(Into::into);
    fn cgGetProgramString(program: Handle, what: c_int) -> Text = Text(c"".as_ptr()) => query::string;
    fn cgGetProgramProfile(program: Handle) -> c_int = profiles::UNKNOWN => |w: &mut World, p| query::profile_of(w, p);
    fn cgGetProgramOptions(program: Handle) -> usize = 0 => |w: &mut World, p| query::options(w, p);
    fn cgGetProgramInput(program: Handle) -> c_int = UNKNOWN => |w: &mut World, p| query::input(w, p);
    fn cgGetProgramOutput(program: Handle) -> c_int = UNKNOWN => |w: &mut World, p| query::input(w, p);
    fn cgGetProgramOutputVertices(program: Handle) -> c_int = -1 => |w: &mut World, p| query::output_vertices(w, p);
    fn cgSetProgramOutputVertices(program: Handle, vertices: c_int) => query::set_output_vertices;
    fn cgUpdateProgramParameters(program: Handle) => |w: &mut World, p| {
        query::update(w, p)?;
        trilobite::cg::gl::programs::update(w, &crate::gl::Process, p)
    };
    fn cgGetProgramDomain(program: Handle) -> c_int = 0 => |w: &mut World, p| query::domain(w, p);
    fn cgGetNumProgramDomains(program: Handle) -> c_int = 0 => |w: &mut World, p| Ok(query::n_domains(w, p));
    fn cgGetProgramDomainProfile(program: Handle, index: c_int) -> c_int = profiles::UNKNOWN => |w: &mut World, p, i| {
        query::domain_profile(w, p, i)
    };
    fn cgGetProgramDomainProgram(program: Handle, index: c_int) -> Handle = Handle::NULL => |w: &mut World, p, i| {
        query::domain_program(w, p, i)
    };
    fn cgCombinePrograms2(program1: Handle, program2: Handle) -> Handle = Handle::NULL => |w, a, b| combine::combine(w, &[a, b]);
    fn cgCombinePrograms3(program1: Handle, program2: Handle, program3: Handle) -> Handle = Handle::NULL => |w, a, b, c| {
        combine::combine(w, &[a, b, c])
    };
    fn cgCombinePrograms4(program1: Handle, program2: Handle, program3: Handle, program4: Handle) -> Handle = Handle::NULL => |w, a, b, c, d| {
        combine::combine(w, &[a, b, c, d])
    };
    fn cgCombinePrograms5(program1: Handle, program2: Handle, program3: Handle, program4: Handle, program5: Handle) -> Handle = Handle::NULL => |w, a, b, c, d, e| {
        combine::combine(w, &[a, b, c, d, e])
    };
}

/// Combines programs.
///
/// # Safety
/// `programs` is null or has `n` handles.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn cgCombinePrograms(n: c_int, programs: *const Handle) -> Handle {
    door::call("cgCombinePrograms", Handle::NULL, Handle::NULL, |world| {
        let n = usize::try_from(n).ok().filter(|n| (1..=16).contains(n));
        let n = n.ok_or(CgError::INVALID_DIMENSION)?;
        if programs.is_null() {
            return Err(CgError::INVALID_PARAMETER);
        }
        // SAFETY: the caller says that there are so many.
        let all = (0..n).map(|i| unsafe { programs.add(i).read_unaligned() });
        combine::combine(world, &all.collect::<Vec<_>>())
    })
}

/// Gives a program another profile.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn cgSetProgramProfile(program: Handle, profile: c_int) {
    const NAME: &str = "cgSetProgramProfile";
    let begun = door::guarded(NAME, Err(CgError::MEMORY_ALLOC), || {
        with_world(|world| {
            let job = query::begin_profile(world, program, profile)?;
            let context = query::context(world, program)?;
            let callback = world.context(context)?.include_callback;
            Ok((job, (callback, context)))
        })
    });
    let done = begun.and_then(|(job, about)| {
        let loaded = run(NAME, job, about)?;
        door::guarded(NAME, Err(CgError::COMPILER), || {
            with_world(|world| query::finish_profile(world, program, loaded))
        })
    });
    if let Err(error) = done {
        door::report(NAME, error, program);
    }
}
