//! A text is checked. Its includes may ask the application, so no object is locked meanwhile.

use crate::cg::arguments::Arguments;
use crate::cg::context::include_path;
use crate::cg::handle::Id;
use crate::cg::object::Context;
use crate::cg::world::with_world;
use crate::frontend::c_like::cg::profile::{self, Profile};
use crate::frontend::c_like::cg::{self, Request};
use crate::frontend::preprocessor::{CG_MACROS, Files};

/// What to check.
#[derive(Debug, Clone)]
pub struct Job {
    pub(super) context: Id<Context>,
    pub(super) text: Vec<u8>,
    /// The name of the file; empty for a text.
    pub(super) file: String,
    /// `CGprofile`.
    pub(super) profile: i32,
    pub(super) profile_name: String,
    pub(super) entry: String,
    pub(super) arguments: Vec<String>,
}

/// A text that was checked.
#[derive(Debug)]
pub struct Loaded {
    pub(super) job: Job,
    /// The program, or nothing if the text was refused.
    pub(super) program: Option<cg::Program>,
    /// The messages, if there are any.
    pub(super) listing: Option<String>,
}

/// Asks the application for an included file by its path.
pub type Ask<'a> = &'a mut dyn FnMut(&str);

impl Job {
    /// Checks the text. `ask` is the application's function for included files, if it has one.
    pub fn run(self, ask: Option<Ask<'_>>) -> Loaded {
        let profile = match profile::find(&self.profile_name) {
            Ok(profile) => profile,
            Err(error) => return refused(self, format!("(0) : error : {error}\n")),
        };
        let (mut listing, outcome) = self.check(profile, ask);
        match outcome {
            Ok(program) => {
                for warning in program.warnings() {
                    listing += &warning.listing(program.map());
                }
                Loaded {
                    job: self,
                    program: Some(program),
                    listing: (!listing.is_empty()).then_some(listing),
                }
            }
            Err(refusal) => {
                listing.extend(refusal.messages());
                refused(self, listing)
            }
        }
    }

    fn check(
        &self,
        profile: &'static Profile,
        ask: Option<Ask<'_>>,
    ) -> (String, std::result::Result<cg::Program, cg::Refused>) {
        let (arguments, wrong) = Arguments::parse_all(&self.arguments);
        let listing = wrong.iter().map(|w| format!("cgc: {w}\n")).collect();
        let defines = arguments.defines.iter();
        let defines = defines.map(|(name, value)| (name.as_str(), value.as_str()));
        let macros: Vec<(&str, &str)> = CG_MACROS.iter().copied().chain(defines).collect();
        let paths: Vec<&str> = arguments.folders.iter().map(String::as_str).collect();
        let request = Request {
            name: &self.file,
            entry: Some(&self.entry),
            is_strict: !arguments.is_lenient,
            macros: &macros,
            include_paths: &paths,
            ..Request::new(&self.text, profile)
        };
        let mut includes = Includes {
            context: self.context,
            ask,
        };
        (listing, cg::Program::load(&request, &mut includes))
    }
}

fn refused(job: Job, listing: String) -> Loaded {
    Loaded {
        job,
        program: None,
        listing: Some(listing),
    }
}

/// Included texts: of the context, of the application's function, of files.
struct Includes<'a> {
    context: Id<Context>,
    ask: Option<Ask<'a>>,
}

impl Includes<'_> {
    fn given(&self, path: &str) -> Option<Vec<u8>> {
        with_world(|world| {
            let context = world.contexts.get(self.context)?;
            context.includes.get(path).cloned()
        })
    }
}

impl Files for Includes<'_> {
    fn read(&mut self, path: &str) -> Option<Vec<u8>> {
        let virtual_path = include_path(path);
        if let Some(text) = self.given(&virtual_path) {
            return Some(text);
        }
        let Some(ask) = &mut self.ask else {
            return std::fs::read(path).ok();
        };
        ask(&virtual_path);
        // A function that gives nothing gives an empty text.
        Some(self.given(&virtual_path).unwrap_or_default())
    }
}
