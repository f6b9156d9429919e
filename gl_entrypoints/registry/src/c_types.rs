//! Translates C types of the registry to Rust types of the doors. Numbers stay numbers, pointers become `ClientPtr`.

/// The Rust type of a parameter or result; `None` for an unknown type.
pub fn rust_type(c_type: &str) -> Option<String> {
    let words = c_type.replace('*', " * ").replace('[', " * [");
    let mut base = Vec::new();
    let mut depth = 0;
    for word in words.split_whitespace() {
        match word {
            "const" | "struct" => {}
            "*" => depth += 1,
            word if word.starts_with('[') => {}
            word => base.push(word),
        }
    }
    let base = base.join(" ");
    if depth == 0 {
        return scalar(&base).map(str::to_owned);
    }
    let mut name = match base.as_str() {
        "void" | "GLvoid" | "_cl_context" | "_cl_event" => "u8",
        "GLchar" | "GLcharARB" | "char" => "u8",
        base => scalar(base)?,
    }
    .to_owned();
    for _ in 0..depth {
        name = format!("ClientPtr<{name}>");
    }
    Some(name)
}

/// Whether a value of this type is an address, or stands for one.
pub fn is_pointer(c_type: &str) -> bool {
    rust_type(c_type).is_none_or(|t| t.starts_with("Client"))
}

fn scalar(c_type: &str) -> Option<&'static str> {
    Some(match c_type {
        "void" => "()",
        "GLenum" | "GLbitfield" | "GLuint" | "GLhandleARB" | "unsigned int" => "u32",
        "GLint" | "GLsizei" | "GLfixed" | "GLclampx" | "int" | "Bool" | "Status" | "int32_t" => {
            "i32"
        }
        "GLboolean" | "GLubyte" => "u8",
        "GLbyte" | "GLchar" | "GLcharARB" => "i8",
        "GLshort" => "i16",
        "GLushort" | "GLhalfNV" | "GLhalf" | "GLhalfARB" => "u16",
        "GLfloat" | "GLclampf" | "float" => "f32",
        "GLdouble" | "GLclampd" => "f64",
        "GLintptr" | "GLintptrARB" | "GLsizeiptr" | "GLsizeiptrARB" | "GLvdpauSurfaceNV" => "isize",
        "GLint64" | "GLint64EXT" | "int64_t" => "i64",
        "GLuint64" | "GLuint64EXT" => "u64",
        "GLsync" | "GLeglImageOES" | "GLeglClientBufferEXT" => "ClientPtr<u8>",
        "GLDEBUGPROC" | "GLDEBUGPROCARB" | "GLDEBUGPROCAMD" | "GLDEBUGPROCKHR"
        | "GLVULKANPROCNV" => "ClientFn",
        _ => return None,
    })
}
