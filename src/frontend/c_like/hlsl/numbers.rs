//! Microsoft's numbers of errors, and the form of its messages: `file(3,9): error X3004: ...`.

use crate::frontend::diagnostic::c_like::Oddity;
use crate::frontend::diagnostic::c_like::Rule;
use crate::frontend::diagnostic::c_like::shading::Shading;
use crate::frontend::diagnostic::c_like::shading_oddity::ShadingOddity;
use crate::frontend::diagnostic::preprocessor::Fault;
use crate::frontend::diagnostic::syntax::SyntaxFault;
use crate::frontend::diagnostic::{ErrorKind, ProgramError, Warning, WarningKind};
use crate::frontend::source_map::SourceMap;
use crate::ir::Span;

/// The number that Microsoft's compiler gives to an error, as in `X3004`. `None` where no number is known, or where
/// that compiler has no such error.
pub fn of_error(kind: &ErrorKind) -> Option<u32> {
    Some(match kind {
        ErrorKind::Undeclared(_) => 3004,
        ErrorKind::Redeclared(_) => 3003,
        ErrorKind::Syntax(SyntaxFault::Attributes(_)) => 3524,
        ErrorKind::Syntax(SyntaxFault::SwitchAttribute(_)) => 3112,
        ErrorKind::Syntax(_) => 3000,
        ErrorKind::Preprocessor(Fault::NoSuchFile(_)) => 1507,
        ErrorKind::Preprocessor(Fault::UnknownDirective(_)) => 1504,
        ErrorKind::Preprocessor(_) => 1500,
        ErrorKind::CLike(rule) => return of_rule(rule),
        _ => return None,
    })
}

fn of_rule(rule: &Rule) -> Option<u32> {
    Some(match rule {
        Rule::Shading(rule) => return of_shading(rule),
        Rule::Hlsl(rule) => return rule.number(),
        Rule::UnknownType(_) => 3000,
        Rule::UnknownFunction(_) => 3004,
        Rule::NoMember(..) => 3018,
        Rule::NotAnArray(_) => 3121,
        Rule::NotWritable | Rule::WritesUniform(_) => 3025,
        Rule::OutArgument(..) => 3017,
        Rule::ReturnValue => 3079,
        Rule::ReturnWithout(_) => 3080,
        Rule::NoReturn(..) => 3507,
        Rule::Recursion(..) => 3500,
        Rule::UnboundSemantic { .. } => 4502,
        Rule::Number(_) => 3000,
        Rule::SamplerNotConstant => 3538,
        Rule::ImageUnits(_) => 4510,
        Rule::ImageUnitName(_) => 4509,
        _ => return None,
    })
}

fn of_shading(rule: &Shading) -> Option<u32> {
    use Shading::*;
    // Each row is a rule and the number of the reference's message.
    Some(match rule {
        AssignType { .. } | InitType { .. } | ReturnType { .. } | ArgumentType { .. } => 3017,
        DefaultType { .. } | Cast { .. } | ListLength { .. } => 3017,
        FewNumbers(_) | ManyNumbers(_) => 3014,
        ConstructorOf(_) => 3037,
        VoidVariable(_) => 3038,
        FewArguments(..) | ManyArguments(..) | NoOverload(_) => 3013,
        Ambiguous(..) => 3067,
        Operands { .. } | Choices(..) | Selector(_) => 3020,
        NoNumbers { .. } => 3022,
        NotIntegral { .. } => 3082,
        NoBits(_) => 3535,
        Condition(_) => 3019,
        SwizzleLetter(..) | SwizzleLength(_) | SwizzleComponent(..) | NotAStruct(..) => 3018,
        IndexRange(..) => 3504,
        Index(_) => 3120,
        StepOf { .. } => 3020,
        WritesConst(_) | OutOfValue(..) | OutOfConst(..) | StepOfValue(_) => 3025,
        ParameterAgain(_) => 3036,
        FunctionDefined(_) | StructDefined(_) | NameOfType(_) => 3003,
        OnlyReturnTypeDiffers(_) | OnlyQualifiersDiffer(_) => 3003,
        SizeNotConstant => 3058,
        SizeBelowOne => 3059,
        BreakOutside => 3518,
        ContinueOutside => 3519,
        StaticExtern(_) => 3007,
        UniformLocal(_) => 3047,
        UniformValue(_) => 3011,
        DivisionByZero => 4579,
        ReturnsArray(_) => 3000,
        NoValue(_) => 3012,
        NoSize(_) => 3074,
        CaseOutside => 3000,
        CaseNotConstant => 3020,
        Varying(_, number) => *number,
        RefusedByProfile { number, .. } => *number,
        SwitchOf(_) => 3019,
        NoEntry(_) => 3501,
        NoBody(_) => 3510,
        NoSemantic { is_input: true } => 3502,
        NoSemantic { is_input: false } => 3503,
        UnknownSemantic(_) => 4502,
        NotAFunction(_) => 3005,
        NoReturn(_) | NoStatements(_) => 3507,
        DuplicateCase(_) | DuplicateDefault => 3532,
        _ => return None,
    })
}

/// The number that Microsoft's compiler gives to a warning. `None` where no number is known.
pub fn of_warning(kind: &WarningKind) -> Option<u32> {
    match kind {
        WarningKind::CLike(Oddity::Shading(ShadingOddity::Smaller { .. })) => Some(3206),
        _ => None,
    }
}

fn line(severity: &str, number: Option<u32>, text: &str, span: Span, map: &SourceMap) -> String {
    let place = map.place(span);
    let number = number.map_or(String::new(), |n| format!(" X{n}"));
    format!(
        "{}({},{}): {severity}{number}: {text}\n",
        place.file, place.line, place.column
    )
}

/// An error as a line with its end: `file(line,column): error X3004: text`. Lines and columns count from 1.
pub fn error_line(error: &ProgramError, map: &SourceMap) -> String {
    let text = error.kind.to_string();
    line("error", of_error(&error.kind), &text, error.span, map)
}

/// A warning as a line with its end, in the form of [`error_line`].
pub fn warning_line(warning: &Warning, map: &SourceMap) -> String {
    let text = warning.kind.to_string();
    line(
        "warning",
        of_warning(&warning.kind),
        &text,
        warning.span,
        map,
    )
}
