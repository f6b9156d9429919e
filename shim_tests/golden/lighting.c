/* Golden scenes of chapter 2.14: lighting, materials, fog coordinates; texture coordinate generation. */
#include "golden.h"

static void light(GLenum name, float x, float y, float z, float w, float r, float g, float b)
{
    float position[4] = {x, y, z, w}, color[4] = {r, g, b, 1};
    glLightfv(name, GL_POSITION, position);
    glLightfv(name, GL_DIFFUSE, color);
    glLightfv(name, GL_SPECULAR, color);
    glEnable(name);
}

static void lit_view(void)
{
    perspective_view();
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_LIGHTING);
}

static void material(float r, float g, float b, float shininess)
{
    float diffuse[4] = {r, g, b, 1}, specular[4] = {0.8f, 0.8f, 0.8f, 1};
    glMaterialfv(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE, diffuse);
    glMaterialfv(GL_FRONT_AND_BACK, GL_SPECULAR, specular);
    glMaterialf(GL_FRONT_AND_BACK, GL_SHININESS, shininess);
}

SCENE(lighting, directional) { lit_view(); light(GL_LIGHT0, 1, 1, 1, 0, 1, 0.9f, 0.7f); material(0.7f, 0.2f, 0.2f, 20); sphere(1, 12); }
SCENE(lighting, positional) { lit_view(); light(GL_LIGHT0, 1.5f, 1.5f, 1.5f, 1, 1, 1, 1); material(0.2f, 0.6f, 0.3f, 5); sphere(1, 12); }
SCENE(lighting, attenuation) { lit_view(); light(GL_LIGHT1, -1.5f, 1, 1, 1, 1, 1, 1); glLightf(GL_LIGHT1, GL_CONSTANT_ATTENUATION, 0.5f); glLightf(GL_LIGHT1, GL_LINEAR_ATTENUATION, 0.4f); glLightf(GL_LIGHT1, GL_QUADRATIC_ATTENUATION, 0.3f); material(0.9f, 0.9f, 0.9f, 1); sphere(1, 12); }

SCENE(lighting, spot)
{
    static const float down[3] = {-0.4f, -0.5f, -1};
    lit_view();
    light(GL_LIGHT0, 1, 1.2f, 2, 1, 1, 1, 0.6f);
    glLightfv(GL_LIGHT0, GL_SPOT_DIRECTION, down);
    glLightf(GL_LIGHT0, GL_SPOT_CUTOFF, 25);
    glLightf(GL_LIGHT0, GL_SPOT_EXPONENT, 6);
    material(0.8f, 0.8f, 0.8f, 1);
    sphere(1, 16);
}

SCENE(lighting, many)
{
    lit_view();
    for (int i = 0; i < 8; i++) {
        float a = i * 0.785f;
        light((GLenum)(GL_LIGHT0 + i), cosf(a), sinf(a), 0.3f, 0, i & 1, i >> 1 & 1, i >> 2 & 1);
    }
    material(0.8f, 0.8f, 0.8f, 30);
    sphere(1, 12);
}

SCENE(lighting, local_viewer) { lit_view(); glLightModeli(GL_LIGHT_MODEL_LOCAL_VIEWER, 1); light(GL_LIGHT0, 0, 1, 1, 0, 1, 1, 1); material(0.1f, 0.1f, 0.4f, 12); sphere(1, 12); }

SCENE(lighting, two_sided)
{
    static const float back[4] = {0.1f, 0.3f, 1, 1}, ambient[4] = {0.5f, 0.5f, 0.5f, 1};
    lit_view();
    glLightModeli(GL_LIGHT_MODEL_TWO_SIDE, 1);
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, ambient);
    light(GL_LIGHT0, 0.5f, 1, 1, 0, 1, 1, 1);
    material(1, 0.3f, 0.1f, 10);
    glMaterialfv(GL_BACK, GL_AMBIENT_AND_DIFFUSE, back);
    glRotatef(50, 1, 0, 0);
    glBegin(GL_QUAD_STRIP);
    for (int i = 0; i <= 16; i++) {
        float a = i * 0.3927f;
        glNormal3f(sinf(a), 0, cosf(a));
        glVertex3f(sinf(a), 0.7f, cosf(a)); glVertex3f(sinf(a), -0.7f, cosf(a));
    }
    glEnd();
}

SCENE(lighting, separate_specular) { lit_view(); glLightModeli(GL_LIGHT_MODEL_COLOR_CONTROL, GL_SEPARATE_SPECULAR_COLOR); light(GL_LIGHT0, 0.6f, 1, 1, 0, 1, 1, 1); material(0.4f, 0.1f, 0.1f, 10); small_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT); sphere(1, 12); }

SCENE(lighting, color_material)
{
    lit_view();
    light(GL_LIGHT0, 0.6f, 1, 1, 0, 1, 1, 1);
    glColorMaterial(GL_FRONT_AND_BACK, GL_AMBIENT_AND_DIFFUSE);
    glEnable(GL_COLOR_MATERIAL);
    glBegin(GL_TRIANGLE_FAN);
    glNormal3f(0, 0, 1);
    glColor3f(1, 1, 1); glVertex3f(0, 0, 0);
    for (int i = 0; i <= 6; i++) { glColor3f(i & 1, i >> 1 & 1, i >> 2 & 1); glVertex3f(cosf(i * 1.0472f), sinf(i * 1.0472f), 0); }
    glEnd();
}

SCENE(lighting, emission_ambient) { static const float glow[4] = {0.2f, 0, 0.3f, 1}; lit_view(); light(GL_LIGHT0, 1, 0, 0.2f, 0, 0.8f, 0.8f, 0.8f); material(0.5f, 0.5f, 0.2f, 0); glMaterialfv(GL_FRONT, GL_EMISSION, glow); sphere(1, 12); }
SCENE(lighting, scaled_normals) { lit_view(); light(GL_LIGHT0, 1, 1, 1, 0, 1, 1, 1); material(0.7f, 0.7f, 0.7f, 8); glScalef(1.3f, 0.6f, 0.9f); glEnable(GL_NORMALIZE); sphere(1, 12); }
SCENE(lighting, rescale_normal) { lit_view(); light(GL_LIGHT0, 1, 1, 1, 0, 1, 1, 1); material(0.7f, 0.7f, 0.7f, 8); glScalef(0.5f, 0.5f, 0.5f); glEnable(GL_RESCALE_NORMAL); sphere(1.8f, 12); }
SCENE(lighting, flat) { lit_view(); glShadeModel(GL_FLAT); light(GL_LIGHT0, 1, 1, 1, 0, 1, 1, 1); material(0.2f, 0.5f, 0.7f, 8); sphere(1, 7); }

static void fogged(GLenum mode)
{
    static const float color[4] = {0.9f, 0.5f, 0.2f, 1};
    perspective_view();
    glEnable(GL_FOG);
    glFogi(GL_FOG_MODE, (GLint)mode);
    glFogfv(GL_FOG_COLOR, color);
    glFogf(GL_FOG_DENSITY, 0.15f);
    glFogf(GL_FOG_START, 2);
    glFogf(GL_FOG_END, 12);
    glColor3f(0.1f, 0.3f, 0.9f);
    glBegin(GL_QUADS);
    glVertex3f(-1, -1, 1.5f); glVertex3f(1, -1, 1.5f); glVertex3f(6, 1, -15); glVertex3f(-6, 1, -15);
    glEnd();
}
SCENE(fog, linear) { fogged(GL_LINEAR); }
SCENE(fog, exp) { fogged(GL_EXP); }
SCENE(fog, exp2) { fogged(GL_EXP2); }

SCENE(fog, coordinate)
{
    glEnable(GL_FOG);
    glFogi(GL_FOG_MODE, GL_LINEAR);
    glFogi(GL_FOG_COORDINATE_SOURCE, GL_FOG_COORDINATE);
    glBegin(GL_QUADS);
    glFogCoordf(0); glVertex2f(-1, -1); glFogCoordf(0.5f); glVertex2f(1, -1); glFogCoordf(1.25f); glVertex2f(1, 1); glFogCoordf(0.75f); glVertex2f(-1, 1);
    glEnd();
}

static void generated(GLenum mode)
{
    static const float s[4] = {0.5f, 0.2f, 0, 0.1f}, t[4] = {0, 0.4f, 0.3f, 0};
    perspective_view();
    glEnable(GL_DEPTH_TEST);
    small_texture(GL_NEAREST, GL_NEAREST, GL_REPEAT);
    glRotatef(30, 1, 1, 0);
    glTexGeni(GL_S, GL_TEXTURE_GEN_MODE, (GLint)mode);
    glTexGeni(GL_T, GL_TEXTURE_GEN_MODE, (GLint)mode);
    if (mode == GL_OBJECT_LINEAR || mode == GL_EYE_LINEAR) {
        glTexGenfv(GL_S, mode == GL_EYE_LINEAR ? GL_EYE_PLANE : GL_OBJECT_PLANE, s);
        glTexGenfv(GL_T, mode == GL_EYE_LINEAR ? GL_EYE_PLANE : GL_OBJECT_PLANE, t);
    }
    glEnable(GL_TEXTURE_GEN_S);
    glEnable(GL_TEXTURE_GEN_T);
    sphere(1, 12);
}
SCENE(texgen, object_linear) { generated(GL_OBJECT_LINEAR); }
SCENE(texgen, eye_linear) { generated(GL_EYE_LINEAR); }
SCENE(texgen, sphere_map) { generated(GL_SPHERE_MAP); }
