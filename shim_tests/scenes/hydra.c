/* A bundled scene in HLSL, by GL_TRI_shading_language: a hydra in the dark, whose arms bend on sixteen bones each (indexed skinning)
 * under a shell of glow. Fixed function draws the motes that drift by, and the vertices of the water and of the last step. */
#include "scene.h"
#include <stddef.h>
#include "cg_program.h"
#include "seabed/mesh.h"
#include "seabed/textures.h"
#include "hydra/arm.h"

CG_FILE(skin_hlsl, "hydra/skin.hlsl");
CG_FILE(water_hlsl, "hydra/water.hlsl");

static struct { GLuint skin_vertex, skin, glow_vertex, glow, water, last; } programs;
static arm_mesh arm, stalk, stone;
static skin hide, rock;
static const vec3 eye = {0, 1.55f, 4.9f}, aim = {0, 0.72f, 0}, lamp = {1.3f, 3.1f, 2.2f};

static void setup(void)
{
    const GLenum v = GL_VERTEX_PROGRAM_ARB, f = GL_FRAGMENT_PROGRAM_ARB;
    find_cg();
    programs.skin_vertex = load_hlsl(v, skin_hlsl, "skin_vertex");
    programs.skin = load_hlsl(f, skin_hlsl, "skin_fragment");
    programs.glow_vertex = load_hlsl(v, skin_hlsl, "glow_vertex");
    programs.glow = load_hlsl(f, skin_hlsl, "glow_fragment");
    programs.water = load_hlsl(f, water_hlsl, "water_fragment");
    programs.last = load_hlsl(f, water_hlsl, "last_fragment");
    hide = make_skin(256, shell_height, shell_colour, 2.2f);
    rock = make_skin(256, stone_height, stone_colour, 5);
    arm = make_body(arm_girth, 4, 10);
    stalk = make_body(stalk_girth, 8, 12);
    stone = make_body(stone_girth, 6, 3);
}

static void use(GLuint vertex_program, GLuint fragment_program)
{
    const GLenum targets[2] = {GL_VERTEX_PROGRAM_ARB, GL_FRAGMENT_PROGRAM_ARB};
    const GLuint names[2] = {vertex_program, fragment_program};
    for (int i = 0; i < 2; i++) {
        if (names[i]) {
            glEnable(targets[i]);
            glBindProgramARB(targets[i], names[i]);
        } else {
            glDisable(targets[i]);
        }
    }
}

/* The bones of a pose in eye space, and the projection, in the vertex program that is bound. */
static void set_bones(const pose *p, float time)
{
    const GLenum v = GL_VERTEX_PROGRAM_ARB;
    matrix34 bones[BONES];
    float view[16], projection[16];
    char name[32];
    pose_bones(p, time, bones);
    glGetFloatv(GL_MODELVIEW_MATRIX, view);
    glGetFloatv(GL_PROJECTION_MATRIX, projection);
    uniform_matrix(v, "projection", projection);
    for (int i = 0; i < BONES; i++)
        for (int r = 0; r < 3; r++) {
            float row[4] = {0, 0, 0, view[12 + r]};
            for (int c = 0; c < 4; c++)
                for (int k = 0; k < 3; k++) row[c] += view[4 * k + r] * bones[i][k][c];
            snprintf(name, sizeof name, "bones[%d]", 3 * i + r);
            uniform4(v, name, row[0], row[1], row[2], row[3]);
        }
    uniform1(v, "girth", p->size);
}

static vec3 seen(vec3 p)
{
    float m[16];
    glGetFloatv(GL_MODELVIEW_MATRIX, m);
    return v3(m[0] * p.x + m[4] * p.y + m[8] * p.z + m[12], m[1] * p.x + m[5] * p.y + m[9] * p.z + m[13], m[2] * p.x + m[6] * p.y + m[10] * p.z + m[14]);
}

static void set_light(vec3 tint, vec3 shine)
{
    const GLenum f = GL_FRAGMENT_PROGRAM_ARB;
    vec3 at = seen(lamp);
    uniform4(GL_VERTEX_PROGRAM_ARB, "lamp", at.x, at.y, at.z, 1);
    uniform3(f, "tint", tint);
    uniform3(f, "lamp_colour", v3(1.05f, 1.30f, 1.40f));
    uniform3(f, "sky_colour", v3(0.075f, 0.17f, 0.26f));
    uniform3(f, "shine", shine);
    uniform1(f, "reach", 7.5f);
}

static void wear(const skin *s)
{
    glActiveTextureARB(GL_TEXTURE1_ARB);
    glBindTexture(GL_TEXTURE_2D, s->bumps);
    glActiveTextureARB(GL_TEXTURE0_ARB);
    glBindTexture(GL_TEXTURE_2D, s->picture);
}

/* The arms of the hydra, its stalk first. */
static int poses(pose all[16])
{
    int n = 0;
    all[n++] = (pose){.root = v3(0, -0.60f, 0), .size = 0.58f};
    for (int i = 0; i < 11; i++) {
        float a = 2 * (float)M_PI * i / 11 + 0.42f, r = 0.11f;
        all[n++] = (pose){.root = v3(r * sinf(a), 0.36f, r * cosf(a)), .heading = a, .lean = 0.60f + 0.30f * sinf(2.4f * i + 0.5f),
            .curl = 0.17f + 0.20f * cosf(1.7f * i), .twist = 0.12f * sinf(3.1f * i), .sway = 1, .phase = 2.1f * i, .size = 0.82f + 0.14f * sinf(1.3f * i + 1)};
    }
    return n;
}

static void draw_hydra(float time)
{
    const vec3 skin_tint = v3(1.0f, 0.42f, 0.40f), shine = v3(0.16f, 0.75f, 0.80f);
    pose all[16];
    int n = poses(all);
    use(programs.skin_vertex, programs.skin);
    wear(&hide);
    set_light(skin_tint, shine);
    for (int i = 0; i < n; i++) {
        set_bones(all + i, time);
        draw_arm(i ? &arm : &stalk);
    }
    /* Shells add their light over what is drawn. */
    use(programs.glow_vertex, programs.glow);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glDepthMask(0);
    for (int i = 1; i < n; i++) {
        set_bones(all + i, time);
        for (int shell = 0; shell < 4; shell++) {
            uniform3(GL_FRAGMENT_PROGRAM_ARB, "shine", v3(0.020f, 0.085f, 0.100f));
            uniform1(GL_VERTEX_PROGRAM_ARB, "halo", 0.05f + 0.09f * shell);
            draw_arm(&arm);
        }
    }
    glDepthMask(1);
    glDisable(GL_BLEND);
}

/* Stones are bodies that do not move: the same programs. */
static void draw_stones(void)
{
    static const struct { float x, y, z, size, heading; } stones[] = {{0, -1.36f, 0, 0.42f, 0.4f}, {-1.45f, -1.5f, -0.5f, 0.55f, 1.9f},
        {1.5f, -1.55f, -0.3f, 0.58f, 4.0f}, {0.85f, -1.05f, 0.85f, 0.22f, 2.2f}, {-0.75f, -1.02f, 1.0f, 0.20f, 5.1f}, {2.9f, -1.7f, -1.6f, 0.9f, 1},
        {-3.0f, -1.8f, -1.9f, 1.0f, 3}, {0.3f, -2.1f, -2.6f, 1.05f, 2.6f}, {0.1f, -1.2f, 1.7f, 0.24f, 1.2f}};
    use(programs.skin_vertex, programs.skin);
    wear(&rock);
    set_light(v3(0.50f, 0.56f, 0.60f), v3(0, 0, 0));
    for (size_t i = 0; i < sizeof stones / sizeof *stones; i++) {
        pose p = {.root = v3(stones[i].x, stones[i].y, stones[i].z), .heading = stones[i].heading, .lean = 0.18f, .curl = 0.02f, .size = stones[i].size};
        set_bones(&p, 0);
        draw_arm(&stone);
    }
}

static void motes(float time)
{
    use(0, 0);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glDepthMask(0);
    for (int i = 0; i < 70; i++) {
        float a = lattice(i, 1, 1024), b = lattice(i, 2, 1024), c = lattice(i, 3, 1024), wander = 0.1f * sinf(time * (0.3f + a) + 9 * b);
        vec3 at = v3((a - 0.5f) * 6 + wander, 3.4f * b - 0.9f + 0.06f * sinf(0.7f * time + 7 * c), 2.4f - 5 * c);
        float light = 0.03f + 0.22f * lattice(i, 4, 1024) * lattice(i, 5, 1024);
        glow(eye, v3(0, 1, 0), at, 0.012f + 0.016f * b, v3(light * 0.55f, light, light * 0.95f));
    }
    glDepthMask(1);
    glDisable(GL_BLEND);
}

/* A rectangle over the whole picture, with texture coordinates from 0 to 1. */
static void whole_picture(void)
{
    glMatrixMode(GL_PROJECTION);
    glPushMatrix();
    glLoadIdentity();
    glMatrixMode(GL_MODELVIEW);
    glPushMatrix();
    glLoadIdentity();
    glDisable(GL_DEPTH_TEST);
    glBegin(GL_QUADS);
    for (int i = 0; i < 4; i++) {
        float x = i == 1 || i == 2, y = i > 1;
        glTexCoord2f(x, y);
        glVertex2f(2 * x - 1, 2 * y - 1);
    }
    glEnd();
    glEnable(GL_DEPTH_TEST);
    glPopMatrix();
    glMatrixMode(GL_PROJECTION);
    glPopMatrix();
    glMatrixMode(GL_MODELVIEW);
}

/* A texture of twice the size, which is drawn to. */
static struct { GLuint texture, depth, framebuffer; int width, height; } large;

static void begin_large(int width, int height)
{
    if (large.width != width || large.height != height) {
        if (!large.texture) {
            glGenTextures(1, &large.texture);
            glGenRenderbuffersEXT(1, &large.depth);
            glGenFramebuffersEXT(1, &large.framebuffer);
        }
        large.width = width;
        large.height = height;
        glBindTexture(GL_TEXTURE_2D, large.texture);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
        glBindRenderbufferEXT(GL_RENDERBUFFER_EXT, large.depth);
        glRenderbufferStorageEXT(GL_RENDERBUFFER_EXT, GL_DEPTH_COMPONENT24, width, height);
        glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, large.framebuffer);
        glFramebufferTexture2DEXT(GL_FRAMEBUFFER_EXT, GL_COLOR_ATTACHMENT0_EXT, GL_TEXTURE_2D, large.texture, 0);
        glFramebufferRenderbufferEXT(GL_FRAMEBUFFER_EXT, GL_DEPTH_ATTACHMENT_EXT, GL_RENDERBUFFER_EXT, large.depth);
    }
    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, large.framebuffer);
    glViewport(0, 0, width, height);
}

static void frame(const scene *s)
{
    const GLenum f = GL_FRAGMENT_PROGRAM_ARB;
    begin_large(2 * s->width, 2 * s->height);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    use(0, programs.water);
    uniform2(f, "centre", 0.5f, 0.62f);
    uniform3(f, "deep", v3(0.004f, 0.014f, 0.030f));
    uniform3(f, "upper", v3(0.012f, 0.075f, 0.120f));
    uniform3(f, "around", v3(0.015f, 0.115f, 0.140f));
    whole_picture();
    glMatrixMode(GL_PROJECTION);
    perspective(38, (double)s->width / s->height, 0.5, 30);
    glMatrixMode(GL_MODELVIEW);
    look_at(eye, aim, v3(0, 1, 0));
    draw_stones();
    draw_hydra(s->time);
    motes(s->time);

    glBindFramebufferEXT(GL_FRAMEBUFFER_EXT, 0);
    glViewport(0, 0, s->width, s->height);
    glBindTexture(GL_TEXTURE_2D, large.texture);
    use(0, programs.last);
    whole_picture();
}

int main(int argc, char **argv)
{
    return scene_run(argc, argv, setup, frame);
}
