/* The steps of a frame: the shadow map, the picture in floats at twice the size, and smaller pictures for light that spreads. */

enum { SHADOW_SIZE = 1024, OVERSAMPLING = 2 };

typedef struct { GLuint texture, framebuffer; int width, height; } target;

/* The camera of a frame, and where it is drawn to. `view` leads from the world to eye space, the other matrices from there on. `lens` has
 * the tangents of half the angles of view. */
typedef struct {
    float view[16], to_shadow_map[16], to_caustics[16], lens[2];
    target picture, bloom, shafts, spare;
    int width, height;
} frame_view;

static struct { GLuint texture, framebuffer; } shadows;

static vec3 turned(const frame_view *v, vec3 d)
{
    const float *m = v->view;
    return v3(m[0] * d.x + m[4] * d.y + m[8] * d.z, m[1] * d.x + m[5] * d.y + m[9] * d.z, m[2] * d.x + m[6] * d.y + m[10] * d.z);
}

static vec3 moved(const frame_view *v, vec3 p) { return plus(turned(v, p), v3(v->view[12], v->view[13], v->view[14]), 1); }

static void sampling(GLenum filter)
{
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, (GLint)filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, (GLint)filter);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
}

static void check_framebuffer(void)
{
    if (glCheckFramebufferStatusEXT(GL_FRAMEBUFFER_EXT) != GL_FRAMEBUFFER_COMPLETE_EXT) {
        fprintf(stderr, "the driver cannot draw to the textures of this scene\n");
        exit(1);
    }
}

/* A texture of floats that can be drawn to. */
static target make_target(int width, int height, int with_depth)
{
    target made = {.width = width, .height = height};
    GLuint depth;
    glGenTextures(1, &made.texture);
    glBindTexture(GL_TEXTURE_2D, made.texture);
    sampling(GL_LINEAR);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA16F_ARB, width, height, 0, GL_RGBA, GL_FLOAT, NULL);
    glGenFramebuffersEXT(1, &made.framebuffer);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, made.framebuffer);
    glFramebufferTexture2DEXT(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, GL_TEXTURE_2D, made.texture, 0);
    if (with_depth) {
        glGenRenderbuffersEXT(1, &depth);
        glBindRenderbufferEXT(GL_RENDERBUFFER_EXT, depth);
        glRenderbufferStorageEXT(GL_RENDERBUFFER_EXT, GL_DEPTH_COMPONENT24, width, height);
        glFramebufferRenderbufferEXT(GL_FRAMEBUFFER_EXT, GL_DEPTH_ATTACHMENT_EXT, GL_RENDERBUFFER_EXT, depth);
    }
    check_framebuffer();
    return made;
}

/* The shadow map answers a comparison with its depths: 1 where a place is lit. Outside of it everything is lit. */
static void make_shadows(void)
{
    static const float lit[4] = {1, 1, 1, 1};
    glGenTextures(1, &shadows.texture);
    glBindTexture(GL_TEXTURE_2D, shadows.texture);
    sampling(GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER_ARB);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER_ARB);
    glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, lit);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE_ARB, GL_COMPARE_R_TO_TEXTURE_ARB);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC_ARB, GL_LEQUAL);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24_ARB, SHADOW_SIZE, SHADOW_SIZE, 0, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, NULL);
    glGenFramebuffersEXT(1, &shadows.framebuffer);
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, shadows.framebuffer);
    glFramebufferTexture2DEXT(GL_FRAMEBUFFER_EXT, GL_DEPTH_ATTACHMENT_EXT, GL_TEXTURE_2D, shadows.texture, 0);
    glDrawBuffer(GL_NONE);
    glReadBuffer(GL_NONE);
    check_framebuffer();
}

/* Sets the camera. The targets are made for the first frame. */
static frame_view begin_frame(const scene *s, vec3 from, vec3 at)
{
    static frame_view kept;
    if (!kept.width) {
        int w = s->width * OVERSAMPLING, h = s->height * OVERSAMPLING;
        make_shadows();
        kept.picture = make_target(w, h, 1);
        kept.bloom = make_target((w + 7) / 8, (h + 7) / 8, 0);
        kept.spare = make_target((w + 7) / 8, (h + 7) / 8, 0);
        kept.shafts = make_target((w + 7) / 8, (h + 7) / 8, 0);
        kept.width = s->width;
        kept.height = s->height;
    }
    kept.lens[1] = tanf(19 * (float)M_PI / 180);
    kept.lens[0] = kept.lens[1] * (float)s->width / (float)s->height;
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
    look_at(from, at, v3(0, 1, 0));
    glGetFloatv(GL_MODELVIEW_MATRIX, kept.view);
    return kept;
}

/* Looks along the sun's rays at the part of the floor that is near. */
static void load_sun_camera(vec3 to_sun)
{
    vec3 middle = v3(0, 0.5f, -1.2f);
    glOrtho(-4.6, 4.6, -4.2, 4.2, 1, 17);
    look_at(plus(middle, to_sun, 9), middle, v3(0, 0, -1));
}

static void begin_shadows(vec3 to_sun)
{
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, shadows.framebuffer);
    glViewport(0, 0, SHADOW_SIZE, SHADOW_SIZE);
    glClear(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1.8f, 6);
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    load_sun_camera(to_sun);
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
}

/* Multiplies by the inverse of a camera, which turns and moves but does not scale. */
static void multiply_inverse(const float m[16])
{
    float t[16] = {m[0], m[4], m[8], 0, m[1], m[5], m[9], 0, m[2], m[6], m[10], 0, 0, 0, 0, 1};
    glMultMatrixf(t);
    glTranslatef(-m[12], -m[13], -m[14]);
}

/* Binds the shadow map to unit 2 and the caustics to unit 3, and computes the matrices from eye space to them. */
static void end_shadows(frame_view *v, vec3 to_sun, GLuint caustics)
{
    const float size = 0.36f;
    float along_sun[16] = {size, 0, 0, 0, -size * to_sun.x / to_sun.y, -size * to_sun.z / to_sun.y, 0, 0, 0, size, 0, 0, 0, 0, 0, 1};
    glDisable(GL_POLYGON_OFFSET_FILL);
    glActiveTextureARB(GL_TEXTURE2_ARB);
    glBindTexture(GL_TEXTURE_2D, shadows.texture);
    glActiveTextureARB(GL_TEXTURE3_ARB);
    glBindTexture(GL_TEXTURE_2D, caustics);
    glActiveTextureARB(GL_TEXTURE0_ARB);
    glLoadIdentity();
    glTranslatef(0.5f, 0.5f, 0.5f);
    glScalef(0.5f, 0.5f, 0.5f);
    load_sun_camera(to_sun);
    multiply_inverse(v->view);
    glGetFloatv(GL_MODELVIEW_MATRIX, v->to_shadow_map);
    glLoadMatrixf(along_sun);
    multiply_inverse(v->view);
    glGetFloatv(GL_MODELVIEW_MATRIX, v->to_caustics);
}

static void draw_to(const target *t)
{
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, t->framebuffer);
    glViewport(0, 0, t->width, t->height);
}

static void begin_picture(const frame_view *v)
{
    const double near = 0.1;
    draw_to(&v->picture);
    glClear(GL_DEPTH_BUFFER_BIT);
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glFrustum(-near * v->lens[0], near * v->lens[0], -near * v->lens[1], near * v->lens[1], near, 60);
    glMatrixMode(GL_MODELVIEW);
    glLoadMatrixf(v->view);
}

/* Steps draw one rectangle; fixed function passes its vertices on. */
static void begin_steps(void)
{
    glDisable(GL_DEPTH_TEST);
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
}

/* Draws one picture from another with the programs that are in use; to the window when `to` is NULL. */
static void step(const target *to, const target *from, int width, int height)
{
    if (to) {
        draw_to(to);
    } else {
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0);
        glViewport(0, 0, width, height);
    }
    glBindTexture(GL_TEXTURE_2D, from->texture);
    glBegin(GL_QUADS);
    for (int i = 0; i < 4; i++) {
        float x = i == 1 || i == 2, y = i >= 2;
        glTexCoord2f(x, y);
        glVertex2f(2 * x - 1, 2 * y - 1);
    }
    glEnd();
}

/* Blurs a picture with the program that is bound, first along x and then along y. */
static void blur(const target *t, const target *spare)
{
    uniform2(GL_FRAGMENT_PROGRAM_ARB, "along", 1.0f / t->width, 0);
    step(spare, t, 0, 0);
    uniform2(GL_FRAGMENT_PROGRAM_ARB, "along", 0, 1.0f / t->height);
    step(t, spare, 0, 0);
}
