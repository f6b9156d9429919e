//! A queried value, and its conversion to the type that a query asks for (GL 1.5 section 6.1.2).

use crate::gl::Call;
use crate::gl::context::named::Named;
use crate::platform::ClientPtr;

/// A colour component as an integer (table 4.6, the inverse of table 2.9).
fn color_to_int(value: f32) -> i32 {
    ((u32::MAX as f64 * value as f64 - 1.0) * 0.5).round_ties_even() as i32
}

pub(crate) enum Answer {
    /// An enum, a truth value or an integer.
    Int(i32),
    /// A number. A query for integers rounds it.
    Float(f32),
    /// A number in [−1, 1]. A query for integers scales it.
    Normalized(f32),
    /// A colour. A query for integers scales it.
    Color([f32; 4]),
    /// Four plain numbers. A query for integers rounds them.
    Vector([f32; 4]),
    /// Three plain numbers.
    Vector3([f32; 3]),
}

impl Answer {
    /// The answer that is the name of a value.
    pub(crate) fn name(value: impl Named) -> Answer {
        Answer::Int(value.name() as i32)
    }

    pub(crate) fn write_floats(self, call: &mut Call<'_>, out: ClientPtr<f32>) {
        match self {
            Answer::Int(value) => call.mem.write(out, &[value as f32]),
            Answer::Float(value) | Answer::Normalized(value) => call.mem.write(out, &[value]),
            Answer::Color(values) | Answer::Vector(values) => call.mem.write(out, &values),
            Answer::Vector3(values) => call.mem.write(out, &values),
        }
    }

    pub(crate) fn write_doubles(self, call: &mut Call<'_>, out: ClientPtr<f64>) {
        match self {
            Answer::Int(value) => call.mem.write(out, &[f64::from(value)]),
            Answer::Float(value) | Answer::Normalized(value) => {
                call.mem.write(out, &[f64::from(value)]);
            }
            Answer::Color(values) | Answer::Vector(values) => {
                call.mem.write(out, &values.map(f64::from));
            }
            Answer::Vector3(values) => call.mem.write(out, &values.map(f64::from)),
        }
    }

    pub(crate) fn write_ints(self, call: &mut Call<'_>, out: ClientPtr<i32>) {
        match self {
            Answer::Int(value) => call.mem.write(out, &[value]),
            Answer::Float(value) => call.mem.write(out, &[value.round() as i32]),
            Answer::Normalized(value) => call.mem.write(out, &[color_to_int(value)]),
            Answer::Color(values) => call.mem.write(out, &values.map(color_to_int)),
            Answer::Vector(values) => call.mem.write(out, &values.map(|v| v.round() as i32)),
            Answer::Vector3(values) => call.mem.write(out, &values.map(|v| v.round() as i32)),
        }
    }
}
