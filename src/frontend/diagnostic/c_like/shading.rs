//! The rules of the shading languages Cg and HLSL, with the numbers that their compilers give to errors.

/// A rule of Cg or HLSL that a text breaks. A message names the rule, and says what would be right.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Shading {
    #[error("\"{0}\" is void, and a variable needs a value: give it a type like float4")]
    VoidVariable(String),
    #[error("\"{0}\" is already declared")]
    ParameterAgain(String),
    #[error(
        "\"in\" and \"out\" stand before parameters; the local variable \"{0}\" has no use for them"
    )]
    DirectionOfLocal(String),
    #[error(
        "\"uniform\" stands outside functions and before parameters of an entry, not at the local variable \"{0}\""
    )]
    UniformLocal(String),
    #[error(
        "\"out\" stands before parameters and varying variables, not at the local variable \"{0}\""
    )]
    OutLocal(String),
    #[error(
        "blocks of uniforms are not supported by the reference compiler; declare the members of \"{0}\" one by one"
    )]
    Block(String),
    #[error("\"inline\" stands before functions; \"{0}\" is a variable")]
    InlineVariable(String),
    #[error("the structure \"{0}\" is defined twice; give one of them another name")]
    StructDefined(String),
    #[error("there is no structure \"{0}\"")]
    UndefinedStruct(String),
    #[error("\"{0}\" is no interface; a structure implements interfaces only")]
    NotAnInterface(String),
    #[error(
        "the structure lacks the method \"{method}\" of the interface \"{interface}\"; define it with the same parameters"
    )]
    NotImplemented { method: String, interface: String },
    #[error("the function \"{0}\" is defined twice with the same parameters")]
    FunctionDefined(String),
    #[error(
        "functions named \"{0}\" must differ in their parameters, not only in what they return"
    )]
    OnlyReturnTypeDiffers(String),
    #[error("\"{0}\" is declared and called, but nowhere defined; give it a body")]
    NoBody(String),
    #[error(
        "\"{0}\" is declared for this profile, and has no body: the profile does not support it"
    )]
    NotInProfile(String),
    #[error("\"{name}\" does not exist in this profile")]
    RefusedByProfile { name: String, number: u32 },
    #[error("\"{0}\" has no statements; it must return a value")]
    NoStatements(String),
    #[error("\"{0}\" has no \"return\", and must return a value")]
    NoReturn(String),
    #[error("the text has no function \"{0}\" that can be the entry")]
    NoEntry(String),
    #[error("\"{0}\" is \"extern\", and its first value stands elsewhere; leave out \"extern\"")]
    ExternValue(String),
    #[error("several functions \"{0}\" can be the entry; give them different names")]
    SeveralEntries(String),
    #[error("\"{0}\" names a type already; give one of the two another name")]
    NameOfType(String),
    #[error(
        "functions named \"{0}\" must differ in the types of their parameters, not only in \"in\" and \"out\""
    )]
    OnlyQualifiersDiffer(String),
    #[error("argument {0} is written through the parameter \"{1}\", and is constant")]
    OutOfConst(usize, String),
    #[error("\"{0}\" is \"const\" and \"out\": what is written cannot be constant")]
    ConstOut(String),
    #[error("\"{0}\" is \"uniform\" and \"varying\"; it can be one of them")]
    UniformVarying(String),
    #[error("\"{0}\" is static: it has no semantic, since nothing outside the program sets it")]
    StaticSemantic(String),
    #[error("the first value of the uniform \"{0}\" must be a constant; make the variable static")]
    UniformValue(String),
    #[error("the value of \"{0}\" has the semantic \"{1}\"; only that of an entry can have one")]
    InnerSemantic(String, String),
    #[error(
        "\"{0}\" is no register; write c and a number for constants, s and a number for samplers"
    )]
    Register(String),
    #[error("\"{0}\" has the same word twice before it")]
    SpecifierTwice(String),
    #[error("\"static\" and \"extern\" contradict each other before \"{0}\"")]
    StaticExtern(String),
    #[error("a profile's name stands before functions only; \"{0}\" is a variable")]
    ProfileOfVariable(String),
    #[error("a profile's name stands before functions only; \"{0}\" is a parameter")]
    ProfileOfParameter(String),
    #[error("\"row_major\" and \"column_major\" stand before matrices; {0} is none")]
    Order(String),
    #[error(
        "the argument has numbers of two rows; each row of the matrix {0} begins with an argument of its own"
    )]
    Rows(String),
    #[error("an argument of {0} beside others is a number or a vector, and {1} is neither")]
    Part(String, String),
    #[error("\"unsigned\" stands before whole numbers only")]
    Unsigned,
    #[error(
        "the member \"{0}\" cannot have a first value; give it one where the structure's variable is declared"
    )]
    MemberValue(String),
    #[error("the interface has the member \"{0}\"; interfaces have methods only")]
    InterfaceData(String),
    #[error("the interface defines \"{0}\"; a structure that implements it does")]
    InterfaceBody(String),
    #[error("\"{operator}\" steps numbers, not {found}")]
    StepOf {
        operator: &'static str,
        found: String,
    },
    #[error("the array \"{0}\" has no size; give it one before it is indexed")]
    NoSize(String),
    #[error("the method \"{0}\" is declared and called, but nowhere defined; give it a body")]
    NoMethodBody(String),
    #[error(
        "the entry's parameter \"{0}\" is varying, and has no use for a value; make it uniform"
    )]
    VaryingValue(String),
    #[error("\"{0}\" is constant; leave out its \"const\", or write to a variable of its own")]
    WritesConst(String),
    #[error("\"{0}\" steps a variable; this is a value")]
    StepOfValue(&'static str),
    #[error("\"{0}\" is a function or a type, not a value; call it with parentheses")]
    NotAValue(String),
    #[error("\"{0}\" is a variable, not a function")]
    NotAFunction(String),
    #[error("\"{0}\" is asked of {1}, which is no structure")]
    NotAStruct(String, String),
    #[error(
        "a list in braces stands after \"=\" in a declaration only; write a constructor, as in float2(a, b)"
    )]
    ListHere,
    #[error("the list has {found} values where {needed} are needed")]
    ListLength { needed: usize, found: usize },
    #[error("\"{0}\" takes {1} arguments at least")]
    FewArguments(String, usize),
    #[error("\"{0}\" takes {1} arguments at most")]
    ManyArguments(String, usize),
    #[error(
        "argument {0} is written through the parameter \"{1}\": it must be a variable, not a value"
    )]
    OutOfValue(usize, String),
    #[error(
        "argument {number} (\"{name}\") must be {expected}, and {found} does not become that by itself"
    )]
    ArgumentType {
        number: usize,
        name: String,
        expected: String,
        found: String,
    },
    #[error("no function fits the call {0}")]
    NoOverload(String),
    #[error(
        "several functions fit the call {0} equally well ({1}); convert an argument, as in float(a)"
    )]
    Ambiguous(String, String),
    #[error(
        "what \"{0}\" is called with has no known type: an interface or an array without a size, to which nothing was assigned"
    )]
    OpenArgument(String),
    #[error(
        "\"{0}\" holds a value of another type, which an assignment cannot change that the program may leave out"
    )]
    OtherType(String),
    #[error("the type of the interface's object is not known; name a structure that implements it")]
    OpenValue,
    #[error(
        "{found} does not become {expected} by itself in an assignment: write a cast or a constructor, as in {expected}(...)"
    )]
    AssignType { found: String, expected: String },
    #[error(
        "{found} does not become {expected} by itself as a first value: write a cast or a constructor, as in {expected}(...)"
    )]
    InitType { found: String, expected: String },
    #[error("the function returns {expected}, and {found} does not become that by itself")]
    ReturnType { found: String, expected: String },
    #[error("the value of \"{name}\" must be {expected}, not {found}")]
    DefaultType {
        name: String,
        found: String,
        expected: String,
    },
    #[error("the type {0} has no constructor; tex2D() and its like look textures up")]
    NoConstructor(String),
    #[error("there is no cast from {found} to {expected}")]
    Cast { found: String, expected: String },
    #[error("{0} has fewer numbers than are needed here")]
    FewNumbers(String),
    #[error("{0} has more numbers than can be taken here")]
    ManyNumbers(String),
    #[error("\"{operator}\" does not take {left} and {right}: make both the same size and kind")]
    Operands {
        operator: &'static str,
        left: String,
        right: String,
    },
    #[error("\"{operator}\" takes numbers, vectors and matrices only")]
    NoNumbers { operator: &'static str },
    #[error(
        "there is no \"{0}\" in shader models 1 to 3, whose whole numbers have no bits; constants may have it"
    )]
    NoBits(&'static str),
    #[error("a varying of the entry needs a semantic, as in \": TEXCOORD0\"")]
    NoSemantic { is_input: bool },
    #[error("\"{0}\" is no semantic of Direct3D 9")]
    UnknownSemantic(String),
    #[error("\"{0}\" is constant, and has no value; give it one")]
    NoValue(String),
    #[error("{0}")]
    Varying(&'static str, u32),
    #[error("\"{0}\" returns an array; functions return numbers and structures")]
    ReturnsArray(String),
    #[error("a whole number is divided by 0")]
    DivisionByZero,
    #[error("{0} is not made by a constructor; write a list in braces, or a cast")]
    ConstructorOf(String),
    #[error("\"{operator}\" does not take {operand}: it takes numbers, vectors and matrices")]
    Operand {
        operator: &'static str,
        operand: String,
    },
    #[error("{found} has not the numbers of {expected}, of which it is the first value")]
    FirstValue { found: String, expected: String },
    #[error("{found} and {expected} have different shapes; name the components by a swizzle")]
    Shapes { found: String, expected: String },
    #[error("\"{operator}\" takes whole numbers only, not {found}")]
    NotIntegral {
        operator: &'static str,
        found: String,
    },
    #[error("\"?:\" chooses by a scalar or a vector of numbers, not by {0}")]
    Selector(String),
    #[error(
        "\"?:\" cannot choose between {0} and {1} here: both must have the same size, that of a vector before \"?\""
    )]
    Choices(String, String),
    #[error(
        "a condition is one number, this is {0}; write any(...), all(...) or compare one component"
    )]
    Condition(String),
    #[error("an index is a whole number, this is {0}")]
    Index(String),
    #[error("the index {0} is out of range: there are {1} elements, counted from 0")]
    IndexRange(i64, u32),
    #[error(
        "'{0}' names no component in the swizzle \"{1}\"; take letters of xyzw, rgba or stpq, of a matrix _m00 or _11"
    )]
    SwizzleLetter(char, String),
    #[error("the swizzle \"{0}\" is longer than four components")]
    SwizzleLength(String),
    #[error("\"{0}\" names a component that {1} does not have")]
    SwizzleComponent(String, String),
    #[error("the size of an array is a constant: a number or a \"static const int\"")]
    SizeNotConstant,
    #[error("the size of an array is a whole number, as in 4, not 4.0")]
    SizeNotIntegral,
    #[error("an array has at least one element")]
    SizeBelowOne,
    #[error("\"break\" stands in loops and in \"switch\" only")]
    BreakOutside,
    #[error("\"continue\" stands in loops only")]
    ContinueOutside,
    #[error("\"case\" and \"default\" stand in \"switch\" only")]
    CaseOutside,
    #[error("\"switch\" chooses by one number, this is {0}")]
    SwitchOf(String),
    #[error("the value after \"case\" must be a constant")]
    CaseNotConstant,
    #[error("\"case {0}\" stands in this \"switch\" twice")]
    DuplicateCase(i64),
    #[error("\"default\" stands in this \"switch\" twice")]
    DuplicateDefault,
    #[error("the whole number is too large for its kind")]
    IntegerTooLarge,
    #[error("the number is too large for its kind")]
    RealTooLarge,
    #[error("the digit '{0}' cannot stand in an octal number; leave out the 0 before it")]
    OctalDigit(char),
}

impl Shading {
    /// The number that Cg's reference compiler gives to such an error, where one is known.
    pub fn code(&self) -> Option<u32> {
        use Shading::*;
        // Each row is an error and its number. Errors of HLSL alone have none.
        Some(match self {
            RealTooLarge => 123,
            IntegerTooLarge => 125,
            OctalDigit(_) => 128,
            VoidVariable(_) => 1003,
            DirectionOfLocal(_) => 1004,
            InlineVariable(_) => 1005,
            NotAStruct(..) => 1010,
            ParameterAgain(_) => 1038,
            FunctionDefined(_) => 1013,
            ReturnType { .. } => 1016,
            Selector(_) => 1018,
            Condition(_) => 1019,
            Operands { .. } | Operand { .. } => 1020,
            FirstValue { .. } => 1056,
            Shapes { .. } => 5204,
            NotIntegral { .. } | Index(_) => 1021,
            SwizzleComponent(..) => 1031,
            NoConstructor(_) => 1066,
            Cast { .. } => 1033,
            AssignType { .. } => 1035,
            WritesConst(_) => 1036,
            SizeBelowOne => 1043,
            StructDefined(_) => 1047,
            SwizzleLetter(..) => 1048,
            SwizzleLength(_) => 1049,
            ListLength { needed, found } if found < needed => 1057,
            ListLength { .. } => 1058,
            InitType { .. } => 1060,
            FewNumbers(_) => 1067,
            ManyNumbers(_) | IndexRange(..) => 1068,
            StepOfValue(_) => 1070,
            DefaultType { .. } => 1075,
            Ambiguous(..) => 1101,
            ArgumentType { .. } => 1102,
            FewArguments(..) => 1103,
            ManyArguments(..) => 1104,
            NotAFunction(_) => 1105,
            OnlyReturnTypeDiffers(_) => 1107,
            NoStatements(_) => 1108,
            NoReturn(_) => 1110,
            OutOfValue(..) => 1111,
            NoOverload(_) => 1115,
            BreakOutside => 1118,
            ContinueOutside => 1119,
            Choices(..) => 1204,
            SwitchOf(_) => 1211,
            CaseOutside => 1212,
            CaseNotConstant => 1214,
            DuplicateCase(_) => 1215,
            DuplicateDefault => 1216,
            NotImplemented { .. } => 1303,
            OpenArgument(_) | OpenValue => 1306,
            OtherType(_) => 5210,
            SizeNotConstant => 1307,
            SizeNotIntegral => 1309,
            UndefinedStruct(_) => 1313,
            NoBody(_) => 3002,
            NotInProfile(_) => 3004,
            RefusedByProfile { number, .. } => *number,
            UniformLocal(_) => 5056,
            OutLocal(_) => 5060,
            Block(_) => 5222,
            MemberValue(_) => 1001,
            NameOfType(_) => 1002,
            StepOf { .. } => 1022,
            ConstOut(_) => 1039,
            UniformVarying(_) => 1040,
            UniformValue(_) => 1059,
            StaticSemantic(_) => 5103,
            InnerSemantic(..) => 5122,
            Register(_) => 5123,
            SpecifierTwice(_) => 1062,
            StaticExtern(_) => 1063,
            ProfileOfVariable(_) => 1071,
            ProfileOfParameter(_) => 502,
            Order(_) => 1116,
            Rows(_) => 5204,
            Part(..) => 1066,
            OnlyQualifiersDiffer(_) => 1106,
            OutOfConst(..) => 1112,
            VaryingValue(_) => 1114,
            NotAnInterface(_) => 1302,
            InterfaceData(_) => 1304,
            InterfaceBody(_) => 1305,
            NoSize(_) => 1308,
            Unsigned => 1311,
            NoEntry(_) => 3001,
            SeveralEntries(_) => 5019,
            ExternValue(_) => 1061,
            NoMethodBody(_) => 5024,
            NotAValue(_)
            | ListHere
            | NoNumbers { .. }
            | NoBits(_)
            | ConstructorOf(_)
            | NoSemantic { .. }
            | UnknownSemantic(_)
            | DivisionByZero
            | ReturnsArray(_)
            | NoValue(_)
            | Varying(..) => return None,
        })
    }
}
