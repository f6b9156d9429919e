//! Parameters: making, connecting, finding, queries.

use crate::door::{self, Bool, doors};
use std::ffi::{c_char, c_int, c_long, c_ulong};
use trilobite::cg::names::{UNDEFINED, enums};
use trilobite::cg::parameter::{connect, create, find, query};
use trilobite::cg::{CgError, Handle, Text, World};

const ERROR: c_int = enums::ERROR;

doors! {
    fn cgCreateParameter(context: Handle, ty: c_int) -> Handle = Handle::NULL => create::create;
    fn cgCreateParameterArray(context: Handle, ty: c_int, length: c_int) -> Handle = Handle::NULL => |w, c, ty, n| {
        create::create_array(w, c, ty, &[n])
    };
    fn cgDestroyParameter(param: Handle) => create::destroy;
    fn cgConnectParameter(from: Handle, to: Handle) => connect::connect;
    fn cgDisconnectParameter(param: Handle) => connect::disconnect;
    fn cgGetConnectedParameter(param: Handle) -> Handle = Handle::NULL => |w: &mut World, p| query::connected(w, p);
    fn cgGetNumConnectedToParameters(param: Handle) -> c_int = 0 => |w: &mut World, p| query::n_connected_to(w, p);
    fn cgGetConnectedToParameter(param: Handle, index: c_int) -> Handle = Handle::NULL => |w: &mut World, p, i| {
        query::connected_to(w, p, i)
    };
    fn cgGetFirstParameter(program: Handle, name_space: c_int) -> Handle = Handle::NULL => |w: &mut World, p, n| find::first(w, p, n);
    fn cgGetNextParameter(param: Handle) -> Handle = Handle::NULL => |w: &mut World, p| find::next(w, p);
    fn cgGetFirstLeafParameter(program: Handle, name_space: c_int) -> Handle = Handle::NULL => |w: &mut World, p, n| {
        find::first_leaf(w, p, n)
    };
    fn cgGetNextLeafParameter(param: Handle) -> Handle = Handle::NULL => |w: &mut World, p| find::next_leaf(w, p);
    fn cgGetFirstStructParameter(param: Handle) -> Handle = Handle::NULL => |w: &mut World, p| find::first_member(w, p);
    fn cgGetFirstDependentParameter(param: Handle) -> Handle = Handle::NULL => |w: &mut World, p| find::first_dependent(w, p);
    fn cgGetArrayParameter(param: Handle, index: c_int) -> Handle = Handle::NULL => |w: &mut World, p, i| find::element(w, p, i);
    fn cgGetArrayDimension(param: Handle) -> c_int = 0 => |w: &mut World, p| query::array_dimension(w, p);
    fn cgGetArrayType(param: Handle) -> c_int = 0 => |w: &mut World, p| query::array_type(w, p);
    fn cgGetArrayTotalSize(param: Handle) -> c_int = 0 => |w: &mut World, p| query::array_total_size(w, p);
    fn cgSetArraySize(param: Handle, size: c_int) => |w: &mut World, p, n| query::set_array_size(w, p, n);
    fn cgSetMultiDimArraySize(param: Handle, sizes: *const c_int) => |w: &mut World, p, _| query::set_array_sizes(w, p);
    fn cgGetParameterProgram(param: Handle) -> Handle = Handle::NULL => |w: &mut World, p| query::program(w, p);
    fn cgGetParameterContext(param: Handle) -> Handle = Handle::NULL => |w: &mut World, p| query::context(w, p);
    fn cgGetParameterEffect(param: Handle) -> Handle = Handle::NULL => |w: &mut World, p| w.parameter(p).map(|_| Handle::NULL);
    fn cgIsParameter(param: Handle) -> Bool = 0 => |w: &mut World, p| Ok(w.parameter(p).is_ok().into());
    fn cgGetParameterName(param: Handle) -> Text = Text::NULL => |w: &mut World, p| query::name(w, p);
    fn cgGetParameterType(param: Handle) -> c_int = 0 => |w: &mut World, p| query::ty(w, p);
    fn cgGetParameterBaseType(param: Handle) -> c_int = 0 => |w: &mut World, p| query::base_type(w, p);
    fn cgGetParameterNamedType(param: Handle) -> c_int = 0 => |w: &mut World, p| query::named_type(w, p);
    fn cgGetParameterClass(param: Handle) -> c_int = 0 => |w: &mut World, p| query::class(w, p);
    fn cgGetParameterRows(param: Handle) -> c_int = 0 => |w: &mut World, p| query::rows(w, p);
    fn cgGetParameterColumns(param: Handle) -> c_int = 0 => |w: &mut World, p| query::columns(w, p);
    fn cgGetParameterSemantic(param: Handle) -> Text = Text::NULL => |w: &mut World, p| query::semantic(w, p);
    fn cgGetParameterResource(param: Handle) -> c_int = UNDEFINED => |w: &mut World, p| query::resource(w, p);
    fn cgGetParameterBaseResource(param: Handle) -> c_int = UNDEFINED => |w: &mut World, p| query::base_resource_of(w, p);
    fn cgGetParameterResourceIndex(param: Handle) -> c_ulong = 0 => |w: &mut World, p| Ok(query::resource_index(w, p)? as c_ulong);
    fn cgGetParameterResourceName(param: Handle) -> Text = Text::NULL => |w: &mut World, p| query::resource_name(w, p);
    fn cgGetParameterResourceSize(param: Handle) -> c_long = -1 => |w: &mut World, p| Ok(query::resource_size(w, p)? as c_long);
    fn cgGetParameterResourceType(param: Handle) -> c_int = 0 => |w: &mut World, p| query::resource_type(w, p);
    fn cgGetParameterBufferIndex(param: Handle) -> c_int = -1 => |w: &mut World, p| query::buffer_place(w, p);
    fn cgGetParameterBufferOffset(param: Handle) -> c_int = -1 => |w: &mut World, p| query::buffer_place(w, p);
    fn cgGetParameterVariability(param: Handle) -> c_int = ERROR => |w: &mut World, p| query::variability(w, p);
    fn cgSetParameterVariability(param: Handle, variability: c_int) => query::set_variability;
    fn cgGetParameterDirection(param: Handle) -> c_int = ERROR => |w: &mut World, p| query::direction(w, p);
    fn cgGetParameterOrdinalNumber(param: Handle) -> c_int = -1 => |w: &mut World, p| query::ordinal(w, p);
    fn cgGetParameterIndex(param: Handle) -> c_int = -1 => |w: &mut World, p| query::index(w, p);
    fn cgIsParameterGlobal(param: Handle) -> Bool = -1 => |w: &mut World, p| query::is_global(w, p).map(Into::into);
    fn cgIsParameterReferenced(param: Handle) -> Bool = 0 => |w: &mut World, p| query::is_referenced(w, p).map(Into::into);
    fn cgIsParameterUsed(param: Handle, handle: Handle) -> Bool = 0 => |w: &mut World, p, h| query::is_used(w, p, h).map(Into::into);
    fn cgGetMatrixParameterOrder(param: Handle) -> c_int = enums::UNKNOWN => |w: &mut World, p| query::matrix_order(w, p);
    fn cgGetStringParameterValue(param: Handle) -> Text = Text::NULL => |w: &mut World, p| query::text(w, p);
    fn cgGetUniformBufferBlockName(param: Handle) -> Text = Text::NULL => |w: &mut World, p| query::block_name(w, p);
}

/// The size of a dimension of an array. A wrong dimension is −1, a wrong handle 0.
#[unsafe(no_mangle)]
pub extern "C-unwind" fn cgGetArraySize(param: Handle, dimension: c_int) -> c_int {
    let otherwise = if dimension < 0 { -1 } else { 0 };
    let wrong = door::guarded("cgGetArraySize", true, || {
        trilobite::cg::with_world(|world| world.parameter(param).is_err())
    });
    let otherwise = if wrong { 0 } else { otherwise };
    door::call("cgGetArraySize", otherwise, param, |world| {
        query::array_size(world, param, dimension)
    })
}

/// Makes an array of several dimensions.
///
/// # Safety
/// `lengths` is null or has `dim` numbers.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn cgCreateParameterMultiDimArray(
    context: Handle,
    ty: c_int,
    dim: c_int,
    lengths: *const c_int,
) -> Handle {
    door::call(
        "cgCreateParameterMultiDimArray",
        Handle::NULL,
        context,
        |world| {
            let n = create::check_dimensions(world, context, dim, !lengths.is_null())?;
            // SAFETY: the caller says that there are so many.
            let sizes = (0..n).map(|i| unsafe { lengths.add(i).read_unaligned() });
            create::create_array(world, context, ty, &sizes.collect::<Vec<_>>())
        },
    )
}

/// Doors from an object and a name to a parameter.
macro_rules! named {
    ($(fn $name:ident => $body:expr;)*) => {
        $(
            /// The parameter of a name; null without one.
            ///
            /// # Safety
            /// `name` is null or a C string.
            #[unsafe(no_mangle)]
            pub unsafe extern "C-unwind" fn $name(of: Handle, name: *const c_char) -> Handle {
                // SAFETY: the caller's promise is passed on.
                let name = unsafe { door::text(name) };
                door::call(stringify!($name), Handle::NULL, of, |world| ($body)(world, of, name.as_deref()))
            }
        )*
    };
}

named! {
    fn cgGetNamedParameter => |w: &mut World, p, name| find::named(w, p, name);
    fn cgGetNamedStructParameter => |w: &mut World, p, name| find::member(w, p, name);
    fn cgGetNamedSubParameter => |w: &mut World, p, name| find::inside(w, p, name);
}

/// The parameter of a name in the entry, or outside of functions.
///
/// # Safety
/// `name` is null or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn cgGetNamedProgramParameter(
    program: Handle,
    name_space: c_int,
    name: *const c_char,
) -> Handle {
    // SAFETY: the caller's promise is passed on.
    let name = unsafe { door::text(name) };
    door::call(
        "cgGetNamedProgramParameter",
        Handle::NULL,
        program,
        |world| find::named_in(world, program, name_space, name.as_deref()),
    )
}

/// Sets the semantic of a parameter.
///
/// # Safety
/// `semantic` is null or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn cgSetParameterSemantic(param: Handle, semantic: *const c_char) {
    // SAFETY: the caller's promise is passed on.
    let semantic = unsafe { door::text(semantic) };
    door::call("cgSetParameterSemantic", (), param, |world| {
        world.parameter(param)?;
        let semantic = semantic.ok_or(CgError::INVALID_POINTER)?;
        query::set_semantic(world, param, &semantic)
    });
}

/// Sets the value of a parameter of the type `string`.
///
/// # Safety
/// `value` is null or a C string.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn cgSetStringParameterValue(param: Handle, value: *const c_char) {
    // SAFETY: the caller's promise is passed on.
    let value = unsafe { door::text(value) };
    door::call("cgSetStringParameterValue", (), param, |world| {
        world.parameter(param)?;
        let value = value.ok_or(CgError::INVALID_POINTER)?;
        query::set_text(world, param, &value)
    });
}
