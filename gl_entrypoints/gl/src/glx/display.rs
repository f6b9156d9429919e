//! Our state of each X display: its configurations and its GLX drawables.

use super::pixmap_texture::PixmapTexture;
use super::tokens::XError;
use crate::framebuffer_config::{FramebufferConfig, configurations, listed_visuals};
use crate::native;
use parking_lot::Mutex;
use std::collections::HashMap;
use std::ffi::c_void;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};
use trilobite::platform::x11::{Connection, VisualInfo, XDrawable, Xid, error_code};
use trilobite::surface::{Config, Surface};

/// An X display that a GLX command has named.
pub(crate) struct GlxDisplay {
    pub(crate) connection: Arc<Connection>,
    pub(crate) screens: Vec<Box<[FramebufferConfig]>>,
    /// The first error code of GLX on this server.
    pub(crate) error_base: i32,
    /// The first event code of GLX on this server.
    pub(crate) event_base: i32,
    drawables: Mutex<HashMap<Xid, Arc<Drawable>>>,
    /// The configuration that the program has chosen last for a visual. Several share a visual where the server has
    /// few.
    chosen: Mutex<HashMap<u64, i32>>,
}

/// What kind of drawable a GLXDrawable is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DrawableKind {
    /// An X window that was made current without glXCreateWindow.
    PlainWindow,
    Window,
    Pixmap,
    Pbuffer,
}

/// A GLX drawable.
#[derive(Debug)]
pub(crate) struct Drawable {
    pub(crate) xid: Xid,
    pub(crate) kind: DrawableKind,
    pub(crate) surface: Arc<Surface>,
    pub(crate) config: FramebufferConfig,
    pub(crate) screen: i32,
    pub(crate) preserved: bool,
    pub(crate) largest: bool,
    pub(crate) event_mask: AtomicU64,
    pub(crate) swap_interval: AtomicI32,
    /// The texture that a pixmap can be bound to, and the image that it has given to one.
    pub(crate) texture: PixmapTexture,
}

static DISPLAYS: LazyLock<Mutex<HashMap<usize, Arc<GlxDisplay>>>> = LazyLock::new(Default::default);

/// Error codes start here on a server without GLX: above those of the core and of most extensions.
const OWN_ERROR_BASE: i32 = 0xC0;

/// The number of our next GLXDrawable. No server hands out numbers with the top bits set (X protocol, "Resource IDs").
static NEXT_XID: AtomicU64 = AtomicU64::new(0x4000_0001);

pub(crate) fn new_xid() -> Xid {
    NEXT_XID.fetch_add(1, Ordering::Relaxed) as Xid
}

impl GlxDisplay {
    /// The state of the application's display, made by the first call; `None` for a null pointer.
    ///
    /// # Safety
    /// `display` is null or an open display of Xlib. Its structure is used until XCloseDisplay.
    pub(crate) unsafe fn of(display: *mut c_void) -> Option<Arc<GlxDisplay>> {
        if let Some(found) = DISPLAYS.lock().get(&(display as usize)) {
            return Some(found.clone());
        }
        // SAFETY: as the caller says.
        let connection = unsafe { Connection::of(display.cast()) }?;
        // The lock is open while the server is asked. If another thread made the same display meanwhile, its object
        // is taken.
        let visuals = |screen| {
            configurations(&listed_visuals(&connection.visuals(screen))).into_boxed_slice()
        };
        let screens = (0..connection.n_screens()).map(visuals).collect();
        let (event_base, error_base) = connection
            .extension_bases(c"GLX")
            .unwrap_or((0, OWN_ERROR_BASE));
        connection.on_close(forget_display);
        let drawables = Mutex::default();
        let made = Arc::new(GlxDisplay {
            connection,
            screens,
            error_base,
            event_base,
            drawables,
            chosen: Mutex::default(),
        });
        Some(
            DISPLAYS
                .lock()
                .entry(display as usize)
                .or_insert(made)
                .clone(),
        )
    }

    /// The configurations of a screen that have a visual.
    pub(crate) fn configs(&self, screen: i32) -> Option<&[FramebufferConfig]> {
        self.screens
            .get(usize::try_from(screen).ok()?)
            .map(|c| &**c)
    }

    /// The configuration with this GLXFBConfig handle, and its screen. Handles are the addresses of our entries. Stale
    /// and foreign handles are not found.
    pub(crate) fn config(&self, handle: *const c_void) -> Option<(i32, FramebufferConfig)> {
        self.screens
            .iter()
            .enumerate()
            .find_map(|(screen, configs)| {
                configs
                    .iter()
                    .find(|c| std::ptr::from_ref(*c).cast() == handle)
                    .map(|c| (screen as i32, *c))
            })
    }

    /// The handle of a configuration.
    pub(crate) fn handle(&self, screen: i32, id: i32) -> *mut c_void {
        let entry = self
            .configs(screen)
            .and_then(|c| c.iter().find(|c| c.id == id));
        entry.map_or(std::ptr::null_mut(), |c| {
            std::ptr::from_ref(c).cast_mut().cast()
        })
    }

    /// The configuration of a visual: the one that was chosen last with it, else the richest.
    pub(crate) fn config_of_visual(
        &self,
        screen: i32,
        visual_id: u64,
    ) -> Option<FramebufferConfig> {
        let configs = self.configs(screen)?;
        let mut of_visual = configs
            .iter()
            .filter(|c| c.visual.is_some_and(|v| v.visual_id == visual_id));
        let richest = *of_visual.clone().next()?;
        let chosen = self.chosen.lock().get(&visual_id).copied();
        Some(
            of_visual
                .find(|c| Some(c.id) == chosen)
                .copied()
                .unwrap_or(richest),
        )
    }

    /// Remembers that the program was given this visual for this configuration.
    pub(crate) fn note_choice(&self, visual: &VisualInfo, id: i32) {
        self.chosen.lock().insert(visual.visual_id, id);
    }

    /// A GLX drawable by its number.
    pub(crate) fn drawable(&self, xid: Xid) -> Option<Arc<Drawable>> {
        self.drawables.lock().get(&xid).cloned()
    }

    pub(crate) fn add(&self, drawable: Drawable) -> Arc<Drawable> {
        let drawable = Arc::new(drawable);
        self.drawables.lock().insert(drawable.xid, drawable.clone());
        drawable
    }

    /// Removes a drawable of this kind. It lives on while it is current.
    pub(crate) fn remove(&self, xid: Xid, kind: DrawableKind) -> bool {
        let mut drawables = self.drawables.lock();
        let found = drawables.get(&xid).is_some_and(|d| d.kind == kind);
        let removed = if found { drawables.remove(&xid) } else { None };
        drop(drawables);
        removed.is_some()
    }

    /// The drawable that an XID names for MakeCurrent: a GLX drawable, or an X window that becomes one.
    pub(crate) fn drawable_or_window(
        &self,
        xid: Xid,
        config: FramebufferConfig,
        screen: i32,
    ) -> Option<Arc<Drawable>> {
        if let Some(found) = self.drawable(xid) {
            let stale =
                found.kind == DrawableKind::PlainWindow && found.config.storage != config.storage;
            if !stale {
                return Some(found);
            }
        }
        self.sweep();
        let drawable = self.new_on_x(DrawableKind::PlainWindow, xid, xid, (screen, config))?;
        Some(self.add(drawable))
    }

    /// Makes a drawable over an X window or pixmap; `None` when that does not exist or memory is short.
    pub(crate) fn new_on_x(
        &self,
        kind: DrawableKind,
        xid: Xid,
        x_drawable: Xid,
        (screen, config): (i32, FramebufferConfig),
    ) -> Option<Drawable> {
        let size = self.connection.geometry(x_drawable)?;
        let visual = config.visual?;
        let opaque = !config.storage.alpha;
        let presenter = Box::new(XDrawable::new(
            self.connection.clone(),
            x_drawable,
            visual,
            size.depth,
            opaque,
        ));
        let surface = Surface::with_presenter(config.storage, size.width, size.height, presenter)?;
        if kind == DrawableKind::Pixmap {
            surface.fetch();
        }
        Some(Drawable::new(
            kind,
            xid,
            Arc::new(surface),
            (screen, config),
        ))
    }

    /// Drops plain windows that were destroyed. No event reports them, so this runs when a new window comes.
    fn sweep(&self) {
        let idle =
            |d: &Arc<Drawable>| d.kind == DrawableKind::PlainWindow && Arc::strong_count(d) == 1;
        let candidates: Vec<Xid> = self
            .drawables
            .lock()
            .values()
            .filter(|d| idle(d))
            .map(|d| d.xid)
            .collect();
        for xid in candidates {
            if self.connection.geometry(xid).is_none() {
                self.remove(xid, DrawableKind::PlainWindow);
            }
        }
    }

    /// Reports an X error of a GLX command to the application.
    pub(crate) fn raise(&self, error: XError, resource: Xid, minor: u8) {
        const GLX_MAJOR: u8 = 0;
        let code = match (error, error.glx_offset()) {
            (XError::Core(code), _) => code,
            (_, offset) => (self.error_base as u8).wrapping_add(offset.unwrap_or(0)),
        };
        log::debug!("GLX error {error:?}, resource {resource:#x}, request {minor}");
        self.connection.raise(code, resource, GLX_MAJOR, minor);
    }
}

impl Drawable {
    pub(crate) fn new(
        kind: DrawableKind,
        xid: Xid,
        surface: Arc<Surface>,
        (screen, config): (i32, FramebufferConfig),
    ) -> Drawable {
        let (event_mask, swap_interval) = Default::default();
        let (preserved, largest) = (true, false);
        Drawable {
            xid,
            kind,
            surface,
            config,
            screen,
            preserved,
            largest,
            event_mask,
            swap_interval,
            texture: PixmapTexture::default(),
        }
    }

    /// Whether a context of this configuration may draw here: buffers that both have must agree (GLX 1.4 section 2.4).
    pub(crate) fn is_compatible(&self, context: Config) -> bool {
        let own = self.config.storage;
        own.double_buffer == context.double_buffer
            || self.kind == DrawableKind::Pbuffer
            || self.kind == DrawableKind::Pixmap
    }
}

/// Drops the drawables, configurations and contexts of a display that the application has closed.
fn forget_display(display: usize) {
    super::context::forget_display(display);
    if native::companion::<super::Binding>().is_some_and(|b| b.display == display) {
        let _ = native::unbind();
    }
    let gone = DISPLAYS.lock().remove(&display);
    drop(gone);
}

// Errors of the core protocol.
pub(crate) const BAD_MATCH: XError = XError::Core(error_code::BAD_MATCH);
pub(crate) const BAD_VALUE: XError = XError::Core(error_code::BAD_VALUE);
pub(crate) const BAD_ALLOC: XError = XError::Core(error_code::BAD_ALLOC);
pub(crate) const BAD_WINDOW: XError = XError::Core(error_code::BAD_WINDOW);
pub(crate) const BAD_PIXMAP: XError = XError::Core(error_code::BAD_PIXMAP);
pub(crate) const BAD_FONT: XError = XError::Core(error_code::BAD_FONT);
/// Another client (here: another thread) holds what the request needs.
pub(crate) const BAD_ACCESS: XError = XError::Core(10);
