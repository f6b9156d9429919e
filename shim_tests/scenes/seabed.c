/* A bundled scene in Cg, by GL_TRI_shading_language: trilobites on the floor of a sunlit sea. Things are bump-mapped and lit by lights
 * of several kinds, under a shadow map and the caustics of the waves. Fragment programs then add shafts of light, bloom and a tone curve.
 * Fixed function draws the shadow map's fragments, the floating motes and the vertices of the last steps. */
#include "scene.h"
#include <stddef.h>
#include "cg_program.h"
#include "seabed/mesh.h"
#include "seabed/textures.h"
#include "seabed/shapes.h"
#include "seabed/targets.h"

CG_FILE(light_cg, "seabed/light.cg");
CG_FILE(sway_cg, "seabed/sway.cg");
CG_FILE(solid_cg, "seabed/solid.cg");
CG_FILE(shadow_cg, "seabed/shadow.cg");
CG_FILE(water_cg, "seabed/water.cg");
CG_FILE(post_cg, "seabed/post.cg");

static struct {
    GLuint solid_vertex, near_fragment, far_fragment, shadow_vertex, backdrop_vertex, backdrop, jelly;
    GLuint shafts, bright, blur, tone;
} programs;

static struct { mesh sand, trilobite, spine, feeler, stalk, arm, stone, jelly; } meshes;
static skin sand, shell, stone;
static GLuint caustics;

static const vec3 eye = {0.32f, 1.40f, 3.70f}, aim = {0.16f, 0.60f, 0}, lamp = {1.50f, 1.22f, -0.60f};
static vec3 to_sun;

static void load_programs(void)
{
    static cg_include includes[3];
    includes[0] = (cg_include){"light.cg", light_cg};
    includes[1] = (cg_include){"sway.cg", sway_cg};
    programs.solid_vertex = load_cg(GL_VERTEX_PROGRAM_ARB, solid_cg, "solid_vertex", includes, NULL);
    programs.near_fragment = load_cg(GL_FRAGMENT_PROGRAM_ARB, solid_cg, "solid_fragment", includes, "second=Lamp");
    programs.far_fragment = load_cg(GL_FRAGMENT_PROGRAM_ARB, solid_cg, "solid_fragment", includes, "second=Darkness");
    programs.shadow_vertex = load_cg(GL_VERTEX_PROGRAM_ARB, shadow_cg, "shadow_vertex", includes, NULL);
    programs.backdrop_vertex = load_cg(GL_VERTEX_PROGRAM_ARB, water_cg, "backdrop_vertex", includes, NULL);
    programs.backdrop = load_cg(GL_FRAGMENT_PROGRAM_ARB, water_cg, "backdrop_fragment", includes, NULL);
    programs.jelly = load_cg(GL_FRAGMENT_PROGRAM_ARB, water_cg, "jelly_fragment", includes, NULL);
    programs.shafts = load_cg(GL_FRAGMENT_PROGRAM_ARB, post_cg, "shafts_fragment", includes, NULL);
    programs.bright = load_cg(GL_FRAGMENT_PROGRAM_ARB, post_cg, "bright_fragment", includes, NULL);
    programs.blur = load_cg(GL_FRAGMENT_PROGRAM_ARB, post_cg, "blur_fragment", includes, NULL);
    programs.tone = load_cg(GL_FRAGMENT_PROGRAM_ARB, post_cg, "tone_fragment", includes, NULL);
}

static void setup(void)
{
    find_cg();
    to_sun = normalized(v3(-0.68f, 0.78f, -0.10f));
    load_programs();
    sand = make_skin(512, sand_height, sand_colour, 9);
    shell = make_skin(256, shell_height, shell_colour, 2.6f);
    stone = make_skin(256, stone_height, stone_colour, 4);
    caustics = caustics_texture();
    meshes.sand = make_mesh(sand_point, 120, 160, OPEN, 12, 16);
    meshes.trilobite = make_mesh(trilobite_point, 250, 140, MEASURED, 3, 3);
    meshes.spine = make_mesh(spine_point, 16, 40, CLOSED, 1, 4);
    meshes.feeler = make_mesh(feeler_point, 8, 120, CLOSED, 1, 6);
    meshes.stalk = make_mesh(stalk_point, 10, 120, CLOSED, 1, 10);
    meshes.arm = make_mesh(arm_point, 2, 110, OPEN, 0.3f, 3);
    meshes.stone = make_mesh(stone_point, 72, 48, CLOSED, 4, 2);
    meshes.jelly = make_mesh(jelly_point, 64, 48, CLOSED, 1, 1);
}

static void use(GLuint vertex_program, GLuint fragment_program)
{
    if (vertex_program) {
        glEnable(GL_VERTEX_PROGRAM_ARB);
        glBindProgramARB(GL_VERTEX_PROGRAM_ARB, vertex_program);
    } else {
        glDisable(GL_VERTEX_PROGRAM_ARB);
    }
    if (fragment_program) {
        glEnable(GL_FRAGMENT_PROGRAM_ARB);
        glBindProgramARB(GL_FRAGMENT_PROGRAM_ARB, fragment_program);
    } else {
        glDisable(GL_FRAGMENT_PROGRAM_ARB);
    }
}

static void bind(int unit, GLuint texture)
{
    glActiveTextureARB(GL_TEXTURE0_ARB + (GLenum)unit);
    glBindTexture(GL_TEXTURE_2D, texture);
    glActiveTextureARB(GL_TEXTURE0_ARB);
}

/* The projection and the swell, in the vertex program that is bound. */
static void set_motion(float time)
{
    static const float waves[3][4] = {{0.22f, 0.05f, 1.3f, 0.9f}, {-0.06f, 0.13f, 2.4f, 1.4f}, {0.05f, 0.04f, 5.1f, 2.3f}};
    char name[32];
    float projection[16];
    glGetFloatv(GL_PROJECTION_MATRIX, projection);
    uniform_matrix(GL_VERTEX_PROGRAM_ARB, "projection", projection);
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "waves[%d].push", i);
        uniform2(GL_VERTEX_PROGRAM_ARB, name, waves[i][0], waves[i][1]);
        snprintf(name, sizeof name, "waves[%d].number", i);
        uniform1(GL_VERTEX_PROGRAM_ARB, name, waves[i][2]);
        snprintf(name, sizeof name, "waves[%d].phase", i);
        uniform1(GL_VERTEX_PROGRAM_ARB, name, waves[i][3] * time + 1.3f * i);
    }
}

/* The ways from eye space to the shadow map and the caustics, which drift. */
static void set_ways(GLenum target, const frame_view *view, float time)
{
    uniform_matrix(target, "to_shadow_map", view->to_shadow_map);
    uniform_matrix(target, "to_caustics", view->to_caustics);
    uniform4(target, "drift", 0.021f * time, 0.013f * time, 0.37f - 0.017f * time, 0.11f + 0.019f * time);
}

/* The light and the water, in the fragment program that is bound. */
static void set_light(const frame_view *view)
{
    GLenum f = GL_FRAGMENT_PROGRAM_ARB;
    uniform3(f, "sun.direction", turned(view, to_sun));
    uniform3(f, "sun.colour", v3(3.9f, 3.3f, 2.5f));
    uniform3(f, "second.place", moved(view, lamp));
    uniform3(f, "second.colour", v3(1.3f, 0.35f, 2.4f));
    uniform1(f, "second.reach", 2.5f);
    uniform3(f, "water.taken", v3(0.145f, 0.085f, 0.070f));
    uniform3(f, "water.up", turned(view, v3(0, 1, 0)));
    uniform3(f, "water.to_sun", turned(view, to_sun));
    uniform3(f, "water.deep", v3(0.003f, 0.022f, 0.055f));
    uniform3(f, "water.shallow", v3(0.006f, 0.075f, 0.145f));
    uniform3(f, "water.glare", v3(0.20f, 0.68f, 0.60f));
}

static void place(const mesh *m, vec3 at, float heading, float size)
{
    glPushMatrix();
    glTranslatef(at.x, at.y, at.z);
    glRotatef(heading, 0, 1, 0);
    glScalef(size, size, size);
    draw_mesh(m);
    glPopMatrix();
}

static void trilobite(vec3 at, float heading, float size)
{
    glPushMatrix();
    glTranslatef(at.x, at.y, at.z);
    glRotatef(heading, 0, 1, 0);
    glScalef(size, size, size);
    draw_mesh(&meshes.trilobite);
    for (int side = 0; side < 2; side++) {
        draw_mesh(&meshes.spine);
        draw_mesh(&meshes.feeler);
        glScalef(1, 1, -1);
    }
    glPopMatrix();
}

static void sea_lily(vec3 at, float heading, float size)
{
    glPushMatrix();
    glTranslatef(at.x, at.y, at.z);
    glRotatef(heading, 0, 1, 0);
    glScalef(size, size, size);
    draw_mesh(&meshes.stalk);
    vec3 top = stalk_centre(1);
    for (int i = 0; i < 16; i++) {
        float long_or_short = i % 2 ? 1 : 0.88f;
        glPushMatrix();
        glTranslatef(top.x, top.y, top.z);
        glRotatef(i * 360.0f / 16, 0, 1, 0);
        glScalef(long_or_short, long_or_short, long_or_short);
        glTranslatef(-top.x, -top.y, -top.z);
        draw_mesh(&meshes.arm);
        glPopMatrix();
    }
    glPopMatrix();
}

static vec3 on_sand(float x, float z) { return v3(x, sand_level(x, z), z); }

static void wear(const skin *s, float steepness)
{
    bind(0, s->picture);
    bind(1, s->bumps);
    uniform1(GL_FRAGMENT_PROGRAM_ARB, "steepness", steepness);
}

static void trilobites(float time)
{
    wear(&shell, 1);
    trilobite(on_sand(-0.10f + 0.06f * sinf(0.3f * time), 0.30f), -34, 1);
    trilobite(on_sand(-1.25f, -2.1f), -150, 0.6f);
    trilobite(on_sand(1.75f, -2.9f), 205, 0.7f);
}

static void plants_and_stones(void)
{
    static const float stones[][4] = { /* x, z, size, heading */
        {-2.6f, -0.5f, 0.55f, 30}, {-3.3f, -1.2f, 0.9f, 100}, {2.75f, -1.6f, 0.75f, 200}, {3.6f, -2.6f, 1.25f, 10},
        {1.75f, 1.25f, 0.22f, 80}, {2.05f, 1.05f, 0.13f, 120}, {-1.55f, 1.5f, 0.16f, 170}, {-0.9f, -1.6f, 0.16f, 20},
        {0.7f, -4.6f, 0.8f, 60}, {-5.5f, -6, 1.9f, 90}, {6.2f, -7.5f, 2.2f, 310}, {-1.8f, -9.5f, 1.8f, 140}};
    static const float lilies[][4] = {
        {-2.12f, -1.75f, 0.86f, 0}, {-2.85f, -2.6f, 1.05f, 80}, {2.75f, -2.5f, 1.0f, 120}, {2.35f, -3.3f, 0.85f, 300},
        {0.75f, -5.2f, 1.0f, 45}, {-3.6f, -5.5f, 1.3f, 15}, {4.6f, -6.0f, 1.3f, 75}, {0.2f, -7.5f, 1.2f, 160}};
    wear(&stone, 1);
    for (size_t i = 0; i < sizeof stones / sizeof *stones; i++)
        place(&meshes.stone, on_sand(stones[i][0], stones[i][1]), stones[i][3], stones[i][2]);
    for (size_t i = 0; i < sizeof lilies / sizeof *lilies; i++)
        sea_lily(on_sand(lilies[i][0], lilies[i][1]), lilies[i][3], lilies[i][2]);
}

/* Draws the depths that the sun sees. */
static void draw_shadows(frame_view *view, float time)
{
    begin_shadows(to_sun);
    use(programs.shadow_vertex, 0);
    set_motion(time);
    trilobites(time);
    plants_and_stones();
    end_shadows(view, to_sun, caustics);
}

/* Floating motes, in fixed function. They gather around the lamp. */
static void motes(float time)
{
    use(0, 0);
    glBlendFunc(GL_ONE, GL_ONE);
    glow(eye, v3(0, 1, 0), lamp, 1.1f, v3(0.045f, 0.012f, 0.10f));
    for (int i = 0; i < 90; i++) {
        float a = lattice(i, 1, 1024), b = lattice(i, 2, 1024), c = lattice(i, 3, 1024), wander = 0.08f * sinf(time * (0.3f + a) + 9 * b);
        vec3 at = v3((a - 0.5f) * 6 + wander, 0.15f + 2.2f * b + 0.05f * sinf(0.7f * time + 7 * c), 2.2f - 6 * c + wander);
        float light = (0.05f + 0.20f * lattice(i, 4, 1024) * lattice(i, 5, 1024)) / (1 + 0.25f * (2.2f - at.z));
        glow(eye, v3(0, 1, 0), at, 0.010f + 0.012f * b, v3(light * 0.8f, light, light * 0.9f));
    }
}

static void jelly(const frame_view *view, float time)
{
    use(programs.solid_vertex, programs.jelly);
    set_motion(time);
    set_light(view);
    uniform3(GL_FRAGMENT_PROGRAM_ARB, "tint", v3(0.42f, 0.14f, 0.80f));
    uniform1(GL_FRAGMENT_PROGRAM_ARB, "time", time);
    glBlendFunc(GL_ONE, GL_ONE);
    glPushMatrix();
    glTranslatef(lamp.x, lamp.y + 0.03f * sinf(time), lamp.z);
    glRotatef(-24, 0, 0, 1);
    glRotatef(14 * time, 0, 1, 0);
    glScalef(0.62f, 0.62f, 0.62f);
    draw_mesh(&meshes.jelly);
    glPopMatrix();
}

static void draw_sea(const frame_view *view, float time)
{
    /* What is near is drawn first, so that less of what is far is shaded. */
    use(programs.solid_vertex, programs.near_fragment);
    set_motion(time);
    set_ways(GL_VERTEX_PROGRAM_ARB, view, time);
    set_light(view);
    trilobites(time);
    wear(&sand, 1);
    draw_mesh(&meshes.sand);
    use(programs.solid_vertex, programs.far_fragment);
    set_light(view);
    plants_and_stones();

    use(programs.backdrop_vertex, programs.backdrop);
    uniform2(GL_VERTEX_PROGRAM_ARB, "lens", view->lens[0], view->lens[1]);
    set_light(view);
    glDepthFunc(GL_LEQUAL); /* the backdrop lies in the far plane */
    glRectf(-1, -1, 1, 1);

    glEnable(GL_BLEND);
    glDepthMask(0);
    glColorMask(1, 1, 1, 0); /* alpha stays the distance of what is behind */
    jelly(view, time);
    motes(time);
    glColorMask(1, 1, 1, 1);
    glDepthMask(1);
    glDisable(GL_BLEND);
}

static void frame(const scene *s)
{
    GLenum f = GL_FRAGMENT_PROGRAM_ARB;
    frame_view view = begin_frame(s, eye, aim);
    draw_shadows(&view, s->time);
    begin_picture(&view);
    draw_sea(&view, s->time);

    begin_steps();
    use(0, programs.shafts);
    set_light(&view);
    set_ways(f, &view, s->time);
    uniform2(f, "lens", view.lens[0], view.lens[1]);
    uniform3(f, "colour", v3(0.075f, 0.15f, 0.14f));
    step(&view.shafts, &view.picture, 0, 0);
    use(0, programs.bright);
    uniform2(f, "texel", 1.0f / view.picture.width, 1.0f / view.picture.height);
    step(&view.bloom, &view.picture, 0, 0);
    use(0, programs.blur);
    blur(&view.shafts, &view.spare);
    blur(&view.bloom, &view.spare);
    blur(&view.bloom, &view.spare);
    use(0, programs.tone);
    bind(1, view.bloom.texture);
    bind(4, view.shafts.texture);
    uniform2(f, "texel", 1.0f / view.picture.width, 1.0f / view.picture.height);
    uniform1(f, "exposure", 1.0f);
    step(NULL, &view.picture, s->width, s->height);
}

int main(int argc, char **argv)
{
    return scene_run(argc, argv, setup, frame);
}
