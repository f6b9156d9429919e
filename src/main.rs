//! `trilobite`: the command line. Exit status: 0 success, 1 the input was refused, 2 usage.
#![forbid(unsafe_code)]

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
