//! Measures a whole frame from the outside, by the release libGL.so through its OSMesa door, in frames of 640×480.
//!
//! The frame is like the courtyard: a tiled floor with trilinear filtering, a lit and textured wall, and 200 lit
//! spheres from a display list. It has fog, depth and blending. `scripts/bench frame` builds the library first.

use criterion::{Criterion, criterion_group, criterion_main};
use std::ffi::{CStr, c_void};

/// The library and the commands of this file, by their C types.
macro_rules! gl {
    ($($name:ident ( $($ty:ty),* ) $(-> $result:ty)?;)*) => {
        #[allow(non_snake_case)]
        struct Gl { $($name: unsafe extern "C" fn($($ty),*) $(-> $result)?,)* _library: libloading::Library }

        impl Gl {
            fn load(path: &std::path::Path) -> Gl {
                // SAFETY: the library is our own. Loading it runs its constructors only.
                let library = unsafe { libloading::Library::new(path) }.unwrap_or_else(|e| panic!("{e}: scripts/build --release"));
                Gl {
                    // SAFETY: the signatures are those of gl.h and osmesa.h.
                    $($name: unsafe { *library.get(concat!(stringify!($name), "\0").as_bytes()).expect(stringify!($name)) },)*
                    _library: library,
                }
            }
        }
    };
}

gl! {
    OSMesaCreateContextExt(u32, i32, i32, i32, *mut c_void) -> *mut c_void;
    OSMesaMakeCurrent(*mut c_void, *mut c_void, u32, i32, i32) -> u8;
    OSMesaDestroyContext(*mut c_void);
    glGetString(u32) -> *const std::ffi::c_char;
    glGetError() -> u32;
    glEnable(u32);
    glDisable(u32);
    glBlendFunc(u32, u32);
    glFogi(u32, i32);
    glFogf(u32, f32);
    glLightfv(u32, u32, *const f32);
    glMaterialfv(u32, u32, *const f32);
    glTexParameteri(u32, u32, i32);
    glTexImage2D(u32, i32, i32, i32, i32, i32, u32, u32, *const c_void);
    glMatrixMode(u32);
    glLoadIdentity();
    glFrustum(f64, f64, f64, f64, f64, f64);
    glTranslatef(f32, f32, f32);
    glRotatef(f32, f32, f32, f32);
    glScalef(f32, f32, f32);
    glPushMatrix();
    glPopMatrix();
    glNewList(u32, u32);
    glEndList();
    glCallList(u32);
    glBegin(u32);
    glEnd();
    glVertex3f(f32, f32, f32);
    glNormal3f(f32, f32, f32);
    glTexCoord2f(f32, f32);
    glColor4f(f32, f32, f32, f32);
    glClear(u32);
    glFinish();
}

const WIDTH: i32 = 640;
const HEIGHT: i32 = 480;

/// A checkerboard of 256×256 texels with a gradient, all levels.
fn texture(gl: &Gl) {
    for (level, size) in (0..9).map(|l| (l, 256 >> l)) {
        let texels: Vec<u8> = (0..size * size)
            .flat_map(|i| {
                let (x, y) = ((i % size) << level, (i / size) << level);
                let v = if (x ^ y) & 32 != 0 { 220 } else { 90 };
                [v, (x / 2 + 80) as u8, (y / 2 + 60) as u8, 255]
            })
            .collect();
        // SAFETY: the array has as many texels as the size says.
        unsafe {
            (gl.glTexImage2D)(
                0x0de1,
                level,
                0x8058,
                size,
                size,
                0,
                0x1908,
                0x1401,
                texels.as_ptr().cast(),
            )
        };
    }
    // SAFETY: a current context.
    unsafe { (gl.glTexParameteri)(0x0de1, 0x2801, 0x2703) };
}

/// A unit sphere of 24×12 quads as list 1.
fn sphere(gl: &Gl) {
    // SAFETY: a current context; values only.
    unsafe {
        (gl.glNewList)(1, 0x1300);
        for band in 0..12 {
            (gl.glBegin)(8);
            for step in 0..=24 {
                for edge in [band, band + 1] {
                    let (a, b) = (step as f32 * 0.2618, edge as f32 * 0.2618);
                    let [x, y, z] = [a.cos() * b.sin(), b.cos(), a.sin() * b.sin()];
                    (gl.glNormal3f)(x, y, z);
                    (gl.glTexCoord2f)(step as f32 / 6.0, edge as f32 / 6.0);
                    (gl.glVertex3f)(x, y, z);
                }
            }
            (gl.glEnd)();
        }
        (gl.glEndList)();
    }
}

fn set_up(gl: &Gl) {
    // SAFETY: a current context; arrays of four.
    unsafe {
        for capability in [0x0b71, 0x0b50, 0x4000, 0x0b60, 0x0de1, 0x0b44] {
            (gl.glEnable)(capability); // depth, lighting, light 0, fog, texture, culling
        }
        (gl.glFogi)(0x0b65, 0x0801);
        (gl.glFogf)(0x0b62, 0.04);
        (gl.glLightfv)(0x4000, 0x1203, [3.0, 6.0, 4.0, 1.0].as_ptr());
        (gl.glMaterialfv)(0x0408, 0x1202, [0.6, 0.6, 0.6, 1.0].as_ptr());
        (gl.glMatrixMode)(0x1701);
        (gl.glLoadIdentity)();
        (gl.glFrustum)(-0.4, 0.4, -0.3, 0.3, 0.5, 60.0);
        (gl.glMatrixMode)(0x1700);
    }
    texture(gl);
    sphere(gl);
}

/// A rectangle from three corners, `repeat` textures across.
fn plane(gl: &Gl, [a, b, c]: [[f32; 3]; 3], normal: [f32; 3], repeat: f32) {
    let d = std::array::from_fn(|i| a[i] + c[i] - b[i]);
    // SAFETY: a current context; values only.
    unsafe {
        (gl.glBegin)(7);
        (gl.glNormal3f)(normal[0], normal[1], normal[2]);
        for ([x, y, z], [s, t]) in [
            (a, [0.0, 0.0]),
            (b, [1.0, 0.0]),
            (c, [1.0, 1.0]),
            (d, [0.0, 1.0]),
        ] {
            (gl.glTexCoord2f)(s * repeat, t * repeat);
            (gl.glVertex3f)(x, y, z);
        }
        (gl.glEnd)();
    }
}

fn frame(gl: &Gl, angle: f32) {
    // SAFETY: a current context; values only.
    unsafe {
        (gl.glClear)(0x4100);
        (gl.glLoadIdentity)();
        (gl.glTranslatef)(0.0, -1.5, -12.0);
        (gl.glRotatef)(angle, 0.0, 1.0, 0.0);
    }
    plane(
        gl,
        [[-20.0, -1.0, 20.0], [20.0, -1.0, 20.0], [20.0, -1.0, -20.0]],
        [0.0, 1.0, 0.0],
        12.0,
    );
    plane(
        gl,
        [[-20.0, -1.0, -8.0], [20.0, -1.0, -8.0], [20.0, 8.0, -8.0]],
        [0.0, 0.0, 1.0],
        4.0,
    );
    // SAFETY: a current context; values only.
    unsafe {
        for i in 0..200 {
            let (ring, place) = ((i / 40) as f32, (i % 40) as f32 * 0.157);
            (gl.glPushMatrix)();
            (gl.glTranslatef)(
                (3.0 + ring) * place.cos(),
                ring * 0.8 - 0.5,
                (3.0 + ring) * place.sin(),
            );
            (gl.glScalef)(0.3, 0.3, 0.3);
            (gl.glEnable)(0x0ba1);
            (gl.glCallList)(1);
            (gl.glDisable)(0x0ba1);
            (gl.glPopMatrix)();
        }
        (gl.glEnable)(0x0be2);
        (gl.glBlendFunc)(0x0302, 0x0303);
        (gl.glDisable)(0x0b50);
        (gl.glColor4f)(0.3, 0.5, 0.9, 0.4);
    }
    plane(
        gl,
        [[-6.0, -0.6, 6.0], [6.0, -0.6, 6.0], [6.0, -0.6, -6.0]],
        [0.0, 1.0, 0.0],
        2.0,
    );
    // SAFETY: a current context; values only.
    unsafe {
        (gl.glEnable)(0x0b50);
        (gl.glDisable)(0x0be2);
        (gl.glFinish)();
    }
}

fn bench(c: &mut Criterion) {
    let exe = std::env::current_exe().expect("a benchmark knows its path");
    let gl = Gl::load(&exe.with_file_name("..").join("libGL.so"));
    let mut pixels = vec![0u32; (WIDTH * HEIGHT) as usize];
    // SAFETY: the buffer has the size named and outlives the context.
    let context = unsafe {
        let context = (gl.OSMesaCreateContextExt)(0x1908, 24, 8, 0, std::ptr::null_mut());
        assert_eq!(
            (gl.OSMesaMakeCurrent)(context, pixels.as_mut_ptr().cast(), 0x1401, WIDTH, HEIGHT),
            1
        );
        let vendor = CStr::from_ptr((gl.glGetString)(0x1f00));
        assert_eq!(vendor, c"Trilobite", "another driver answered");
        context
    };
    set_up(&gl);
    let mut angle = 0.0;
    c.bench_function("frame of 640×480, 57 600 quads in lists", |b| {
        b.iter(|| {
            angle += 1.0;
            frame(&gl, angle);
        });
    });
    // SAFETY: the context is ours and current.
    unsafe {
        assert_eq!((gl.glGetError)(), 0);
        (gl.OSMesaDestroyContext)(context);
    }
    let mut colours = pixels.clone();
    colours.sort_unstable();
    colours.dedup();
    assert!(
        colours.len() > 1000,
        "the frame shows {} colours",
        colours.len()
    );
}

criterion_group!(benches, bench);
criterion_main!(benches);
