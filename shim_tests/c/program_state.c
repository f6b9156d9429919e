/* Proves which state programs read and which they replace: state bindings, program matrices, attributes, invalid programs, pixel
 * rectangles (QUIRKS 0.5, 0.36, 0.46 to 0.56). Results are read back as colours. */
#include "programs.h"

static char text[4096];

/* Draws the buffer with a fragment program whose colour is `expression`, scaled, and checks it. */
static int fragment_sees(const char *expression, float scale, float r, float g, float b, float a) {
    snprintf(text, sizeof text, "!!ARBfp1.0 PARAM p = %s; MUL result.color, p, %g; END", expression, scale);
    FINE(load(FP, text));
    clear();
    /* The matrices under test do not move the quad. */
    FINE(glBindProgramARB(VP, 1000));
    FINE(load(VP, "!!ARBvp1.0 MOV result.position, vertex.position; END"));
    glEnable(VP);
    glEnable(FP);
    FINE(quad());
    glDisable(FP);
    glDisable(VP);
    FINE(glBindProgramARB(VP, 0));
    return pixel_is(4, 4, r * scale, g * scale, b * scale, a * scale);
}

/* Does the same with a vertex program. */
static int vertex_sees(const char *expression, float scale, float r, float g, float b, float a) {
    snprintf(text, sizeof text,
        "!!ARBvp1.0 PARAM p = %s; MOV result.position, vertex.position; MUL result.color, p, %g; END", expression, scale);
    FINE(load(VP, text));
    clear();
    glEnable(VP);
    FINE(quad());
    glDisable(VP);
    return pixel_is(4, 4, r * scale, g * scale, b * scale, a * scale);
}

static int both_see(const char *expression, float scale, float r, float g, float b, float a) {
    return fragment_sees(expression, scale, r, g, b, a) && vertex_sees(expression, scale, r, g, b, a);
}

static void material(void) {
    const GLfloat ambient[] = {0.1f, 0.2f, 0.3f, 0.4f}, diffuse[] = {0.5f, 0.6f, 0.7f, 0.8f}, specular[] = {0.9f, 0.8f, 0.2f, 0.1f},
        emission[] = {0.25f, 0.5f, 0, 1}, back[] = {0.05f, 0.15f, 0.35f, 0.75f}, model[] = {0.5f, 0.25f, 1, 1};
    glMaterialfv(GL_FRONT, GL_AMBIENT, ambient);
    glMaterialfv(GL_FRONT, GL_DIFFUSE, diffuse);
    glMaterialfv(GL_FRONT, GL_SPECULAR, specular);
    glMaterialfv(GL_FRONT, GL_EMISSION, emission);
    glMaterialf(GL_FRONT, GL_SHININESS, 32);
    glMaterialfv(GL_BACK, GL_DIFFUSE, back);
    glMaterialf(GL_BACK, GL_SHININESS, 64);
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, model);
    CHECK(both_see("state.material.ambient", 1, 0.1f, 0.2f, 0.3f, 0.4f));
    CHECK(both_see("state.material.front.diffuse", 1, 0.5f, 0.6f, 0.7f, 0.8f));
    CHECK(both_see("state.material.specular", 1, 0.9f, 0.8f, 0.2f, 0.1f));
    CHECK(both_see("state.material.emission", 1, 0.25f, 0.5f, 0, 1));
    CHECK(both_see("state.material.back.diffuse", 1, 0.05f, 0.15f, 0.35f, 0.75f));
    CHECK(both_see("state.material.shininess", 1.f / 64, 32, 0, 0, 1));
    CHECK(both_see("state.material.back.shininess", 1.f / 128, 64, 0, 0, 1));
    CHECK(both_see("state.lightmodel.ambient", 1, 0.5f, 0.25f, 1, 1));
    /* emission + ambient × model ambient; alpha of the diffuse material */
    CHECK(both_see("state.lightmodel.scenecolor", 1, 0.3f, 0.55f, 0.3f, 0.8f));
    CHECK(both_see("state.lightmodel.back.scenecolor", 1, 0.1f, 0.05f, 0.2f, 0.75f));
    /* The value at the time of the draw counts. */
    const GLfloat later[] = {1, 0, 1, 0};
    FINE(load(FP, "!!ARBfp1.0 MOV result.color, state.material.ambient; END"));
    glMaterialfv(GL_FRONT, GL_AMBIENT, later);
    clear();
    glEnable(FP);
    FINE(quad());
    glDisable(FP);
    CHECK(pixel_is(1, 1, 1, 0, 1, 0));
}

static void light(void) {
    const GLfloat diffuse[] = {0.5f, 0.25f, 1, 0.5f}, position[] = {1, 2, 3, 1}, spot[] = {0, 0.6f, 0.8f};
    glMatrixMode(GL_MODELVIEW);
    glPushMatrix();
    glTranslatef(2, 1, 0);
    glLightfv(GL_LIGHT1, GL_POSITION, position);
    glPopMatrix();
    glPushMatrix();
    glRotatef(90, 0, 0, 1);
    glLightfv(GL_LIGHT1, GL_SPOT_DIRECTION, spot);
    glPopMatrix();
    glLightfv(GL_LIGHT1, GL_DIFFUSE, diffuse);
    glLightf(GL_LIGHT1, GL_SPOT_CUTOFF, 60);
    glLightf(GL_LIGHT1, GL_SPOT_EXPONENT, 8);
    glLightf(GL_LIGHT1, GL_CONSTANT_ATTENUATION, 2);
    glLightf(GL_LIGHT1, GL_LINEAR_ATTENUATION, 4);
    glLightf(GL_LIGHT1, GL_QUADRATIC_ATTENUATION, 6);
    CHECK(both_see("state.light[1].diffuse", 1, 0.5f, 0.25f, 1, 0.5f));
    CHECK(both_see("state.light[1].position", 0.25f, 3, 3, 3, 1));
    CHECK(both_see("state.light[1].attenuation", 0.125f, 2, 4, 6, 8));
    /* (0, 0.6, 0.8) turned by 90° about z; w is the cosine of the cutoff */
    CHECK(both_see("state.light[1].spot.direction", -1, -0.6f, 0, 0.8f, 0.5f));
    CHECK(both_see("state.light[1].spot.direction", 1, -0.6f, 0, 0.8f, 0.5f));
    CHECK(both_see("state.lightprod[1].diffuse", 1, 0.25f, 0.15f, 0.7f, 0.8f));
    CHECK(both_see("state.lightprod[1].back.diffuse", 1, 0.025f, 0.0375f, 0.35f, 0.75f));
    /* The half vector of an infinite light: normalize(direction + (0, 0, 1)). */
    const GLfloat direction[] = {2, 0, 0, 0};
    glLightfv(GL_LIGHT2, GL_POSITION, direction);
    CHECK(both_see("state.light[2].half", 1, 0.70711f, 0, 0.70711f, 1));
}

static void planes_and_points(void) {
    const GLfloat fog[] = {0.2f, 0.4f, 0.6f, 0.8f}, eye[] = {1, 0, 0, 2}, object[] = {0.1f, 0.2f, 0.3f, 0.4f}, env[] = {0.3f, 0.1f, 0.9f, 0.7f},
        attenuation[] = {0.25f, 0.5f, 0.75f};
    const GLdouble plane[] = {0, 1, 0, 3};
    glFogfv(GL_FOG_COLOR, fog);
    glFogf(GL_FOG_DENSITY, 0.5f);
    glFogf(GL_FOG_START, 2);
    glFogf(GL_FOG_END, 4);
    CHECK(both_see("state.fog.color", 1, 0.2f, 0.4f, 0.6f, 0.8f));
    CHECK(both_see("state.fog.params", 0.25f, 0.5f, 2, 4, 0.5f));
    glActiveTexture(GL_TEXTURE1);
    glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, env);
    glTexGenfv(GL_S, GL_OBJECT_PLANE, object);
    /* Units above the fixed-function ones still have coordinates. */
    glActiveTexture(GL_TEXTURE7);
    FINE(glTexGenfv(GL_R, GL_OBJECT_PLANE, object));
    glActiveTexture(GL_TEXTURE0);
    CHECK(fragment_sees("state.texenv[1].color", 1, 0.3f, 0.1f, 0.9f, 0.7f));
    glActiveTexture(GL_TEXTURE0 + get_int(GL_MAX_TEXTURE_UNITS) - 1);
    glTexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, env);
    glActiveTexture(GL_TEXTURE0);
    char last[64];
    snprintf(last, sizeof last, "state.texenv[%d].color", get_int(GL_MAX_TEXTURE_UNITS) - 1);
    CHECK(fragment_sees(last, 1, 0.3f, 0.1f, 0.9f, 0.7f));
    CHECK(vertex_sees("state.texgen[1].object.s", 1, 0.1f, 0.2f, 0.3f, 0.4f));
    CHECK(vertex_sees("state.texgen[7].object.r", 1, 0.1f, 0.2f, 0.3f, 0.4f));
    /* Eye planes are multiplied by the inverse modelview of the time when they are given: (1,0,0,2)·T(−5) = (1,0,0,7). */
    glPushMatrix();
    glTranslatef(-5, 0, 0);
    glTexGenfv(GL_T, GL_EYE_PLANE, eye);
    glPopMatrix();
    CHECK(vertex_sees("state.texgen.eye.t", 0.125f, 1, 0, 0, 7));
    glPushMatrix();
    glTranslatef(0, -1, 0);
    glClipPlane(GL_CLIP_PLANE3, plane);
    glPopMatrix();
    CHECK(vertex_sees("state.clip[3].plane", 0.25f, 0, 1, 0, 4));
    glPointSize(3);
    glPointParameterf(GL_POINT_SIZE_MIN, 1);
    glPointParameterf(GL_POINT_SIZE_MAX, 7);
    glPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, 5);
    glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, attenuation);
    CHECK(vertex_sees("state.point.size", 0.125f, 3, 1, 7, 5));
    CHECK(vertex_sees("state.point.attenuation", 1, 0.25f, 0.5f, 0.75f, 1));
    glDepthRange(0.25, 0.75);
    CHECK(fragment_sees("state.depth.range", 1, 0.25f, 0.75f, 0.5f, 1));
    glDepthRange(0, 1);
}

/* LoadMatrix element [4 column + row] */
static const GLfloat M[16] = {1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 4, 0, 3, 0, 0, 1};

static void matrix_is(const char *name, int is_translated) {
    char row[128];
    snprintf(row, sizeof row, "%s.row[0]", name);
    CHECK(both_see(row, 0.25f, 1, 0, 0, is_translated ? 3 : 0));
    snprintf(row, sizeof row, "%s.row[2]", name);
    CHECK(both_see(row, 0.25f, 0, 0, 4, 0));
    snprintf(row, sizeof row, "%s.inverse.row[1]", name);
    CHECK(both_see(row, 1, 0, 0.5f, 0, 0));
    /* The inverse moves by −3. */
    snprintf(row, sizeof row, "%s.inverse.row[0]", name);
    CHECK(both_see(row, -0.25f, 1, 0, 0, -3));
    snprintf(row, sizeof row, "%s.transpose.row[3]", name);
    CHECK(both_see(row, 0.25f, 3, 0, 0, 1));
    snprintf(row, sizeof row, "%s.invtrans.row[3]", name);
    CHECK(both_see(row, -0.25f, -3, 0, 0, 1));
}

static void matrices(void) {
    const GLfloat twice[16] = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1};
    GLfloat m[16];
    glMatrixMode(GL_MODELVIEW);
    glLoadMatrixf(M);
    matrix_is("state.matrix.modelview", 1);
    matrix_is("state.matrix.modelview[0]", 1);
    glMatrixMode(GL_PROJECTION);
    glLoadMatrixf(twice);
    /* mvp = projection × modelview */
    CHECK(both_see("state.matrix.mvp.row[0]", 0.125f, 2, 0, 0, 6));
    glLoadIdentity();
    matrix_is("state.matrix.mvp", 1);
    glLoadMatrixf(M);
    glMatrixMode(GL_MODELVIEW);
    glLoadIdentity();
    matrix_is("state.matrix.projection", 1);
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glMatrixMode(GL_TEXTURE);
    glActiveTexture(GL_TEXTURE1);
    glLoadMatrixf(M);
    matrix_is("state.matrix.texture[1]", 1);
    glLoadIdentity();
    glActiveTexture(GL_TEXTURE0);
    int n = get_int(GL_MAX_PROGRAM_MATRICES_ARB);
    FINE(glMatrixMode(GL_MATRIX0_ARB + n - 1));
    FINE(glLoadMatrixf(M));
    char name[64];
    snprintf(name, sizeof name, "state.matrix.program[%d]", n - 1);
    matrix_is(name, 1);
    FINE(glGetFloatv(GL_CURRENT_MATRIX_ARB, m));
    CHECK(!memcmp(m, M, sizeof M));
    FINE(glGetFloatv(GL_TRANSPOSE_CURRENT_MATRIX_ARB, m));
    CHECK(m[3] == 3 && m[12] == 0 && m[5] == 2);
    CHECK(get_int(GL_CURRENT_MATRIX_STACK_DEPTH_ARB) == 1);
    int depth = get_int(GL_MAX_PROGRAM_MATRIX_STACK_DEPTH_ARB);
    RAISES(GL_STACK_UNDERFLOW, glPopMatrix());
    for (int i = 1; i < depth; i++) FINE(glPushMatrix());
    RAISES(GL_STACK_OVERFLOW, glPushMatrix());
    CHECK(get_int(GL_CURRENT_MATRIX_STACK_DEPTH_ARB) == depth);
    for (int i = 1; i < depth; i++) FINE(glPopMatrix());
    RAISES(GL_INVALID_ENUM, glMatrixMode(GL_MATRIX0_ARB + n));
    CHECK(get_int(GL_MATRIX_MODE) == GL_MATRIX0_ARB + n - 1);
    /* Multiplication changes the current matrix. A singular one has no inverse, and nothing crashes. */
    FINE(glScalef(0, 0, 0));
    snprintf(text, sizeof text, "!!ARBfp1.0 MOV result.color, %s.inverse.row[0]; END", name);
    FINE(load(FP, text));
    glEnable(FP);
    FINE(quad());
    glDisable(FP);
    FINE(glMatrixMode(GL_MODELVIEW));
}

static void invalid_programs(void) {
    const GLfloat corner[] = {-1, -1, 3, -1, -1, 3};
    const GLubyte index[] = {0, 1, 2};
    const GLuint pixels[16] = {0};
    GLfloat before[4], after[4];
    glVertexPointer(2, GL_FLOAT, 0, corner);
    glEnableClientState(GL_VERTEX_ARRAY);
    for (int t = 0; t < 2; t++) {
        GLenum target = t ? FP : VP;
        GLenum pixel_error = t ? GL_INVALID_OPERATION : GL_NO_ERROR;
        for (int name = 0; name < 2; name++) {
            /* A name that was only bound, then the same name after a load that failed. */
            FINE(glBindProgramARB(target, 90 + target));
            if (name) RAISES(GL_INVALID_OPERATION, load(target, "!!ARBfp1.0 broken"));
            FINE(glEnable(target));
            clear();
            RAISES(GL_INVALID_OPERATION, glBegin(GL_TRIANGLES));
            RAISES(GL_INVALID_OPERATION, glEnd());
            RAISES(GL_INVALID_OPERATION, glDrawArrays(GL_TRIANGLES, 0, 3));
            RAISES(GL_INVALID_OPERATION, glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, index));
            RAISES(GL_INVALID_OPERATION, glDrawRangeElements(GL_TRIANGLES, 0, 2, 3, GL_UNSIGNED_BYTE, index));
            RAISES(GL_INVALID_OPERATION, glMultiDrawArrays(GL_TRIANGLES, (GLint[]){0}, (GLsizei[]){3}, 1));
            RAISES(GL_INVALID_OPERATION, glRectf(-1, -1, 1, 1));
            glGetFloatv(GL_CURRENT_RASTER_POSITION, before);
            RAISES(GL_INVALID_OPERATION, glRasterPos2f(0.25f, 0.25f));
            glGetFloatv(GL_CURRENT_RASTER_POSITION, after);
            CHECK(!memcmp(before, after, sizeof after));
            RAISES(pixel_error, glDrawPixels(4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels));
            RAISES(pixel_error, glBitmap(4, 4, 0, 0, 0, 0, (const GLubyte *)pixels));
            RAISES(pixel_error, glCopyPixels(0, 0, 4, 4, GL_COLOR));
            CHECK(pixel_is(4, 4, 0, 0, 0, 0));
            FINE(glDisable(target));
        }
        FINE(glDeleteProgramsARB(1, (GLuint[]){90 + target}));
    }
    glDisableClientState(GL_VERTEX_ARRAY);
}

static void failed_load_keeps_drawing(void) {
    FINE(load(FP, "!!ARBfp1.0 MOV result.color, {0, 0, 1, 1}; END"));
    glEnable(FP);
    RAISES(GL_INVALID_OPERATION, load(FP, "!!ARBfp1.0 MOV result.color, {0, 1, 0, 1};"));
    clear();
    FINE(quad());
    CHECK(pixel_is(4, 4, 0, 0, 1, 1));
    FINE(load(FP, "!!ARBfp1.0 MOV result.color, {0, 1, 0, 1}; END"));
    FINE(quad());
    CHECK(pixel_is(4, 4, 0, 1, 0, 1));
    glDisable(FP);
}

static void attributes(void) {
    FINE(load(VP, "!!ARBvp1.0 MOV result.position, vertex.position; ADD result.color, vertex.attrib[6], vertex.color; END"));
    glEnable(VP);
    /* Missing components are 0, 0, 1. */
    glColor4f(0.25f, 0, 0, 0);
    FINE(glVertexAttrib2fARB(6, 0.25f, 0.5f));
    clear();
    quad();
    CHECK(pixel_is(4, 4, 0.5f, 0.5f, 0, 1));
    FINE(glVertexAttrib4NubARB(6, 0, 51, 102, 0));
    quad();
    CHECK(pixel_is(4, 4, 0.25f, 0.2f, 0.4f, 0));
    /* Attribute 0 is the vertex. */
    glColor4f(0, 0, 1, 1);
    FINE(glVertexAttrib4fARB(6, 0, 0, 0, 0));
    clear();
    glBegin(GL_TRIANGLES);
    glVertexAttrib2fARB(0, -1, -1);
    glVertexAttrib2fARB(0, 3, -1);
    glVertexAttrib2fARB(0, -1, 3);
    FINE(glEnd());
    CHECK(pixel_is(4, 4, 0, 0, 1, 1));
    const GLfloat corner[] = {-1, -1, 3, -1, -1, 3};
    const GLubyte color[] = {255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255};
    FINE(glVertexAttribPointerARB(0, 2, GL_FLOAT, GL_FALSE, 0, corner));
    FINE(glVertexAttribPointerARB(6, 4, GL_UNSIGNED_BYTE, GL_TRUE, 0, color));
    FINE(glEnableVertexAttribArrayARB(0));
    FINE(glEnableVertexAttribArrayARB(6));
    clear();
    FINE(glDrawArrays(GL_TRIANGLES, 0, 3));
    CHECK(pixel_is(4, 4, 1, 0, 1, 1));
    FINE(glDisableVertexAttribArrayARB(0));
    clear();
    FINE(glDrawArrays(GL_TRIANGLES, 0, 3));
    CHECK(pixel_is(4, 4, 0, 0, 0, 0));
    FINE(glDisableVertexAttribArrayARB(6));
    /* Generic attribute 3 and the colour are separate (QUIRKS 0.46), and cannot both be bound (QUIRKS 0.29). */
    RAISES(GL_INVALID_OPERATION, load(VP, "!!ARBvp1.0 ADD result.color, vertex.attrib[3], vertex.color; END"));
    FINE(load(VP, "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, vertex.color; END"));
    glColor4f(1, 0, 0, 1);
    FINE(glVertexAttrib4fARB(3, 0, 1, 0, 1));
    quad();
    CHECK(pixel_is(4, 4, 1, 0, 0, 1));
    int n = get_int(GL_MAX_VERTEX_ATTRIBS_ARB);
    GLfloat f[4];
    RAISES(GL_INVALID_VALUE, glVertexAttrib1fARB(n, 0));
    RAISES(GL_INVALID_VALUE, glEnableVertexAttribArrayARB(n));
    RAISES(GL_INVALID_VALUE, glDisableVertexAttribArrayARB(n));
    RAISES(GL_INVALID_VALUE, glVertexAttribPointerARB(n, 4, GL_FLOAT, 0, 0, corner));
    RAISES(GL_INVALID_VALUE, glVertexAttribPointerARB(1, 5, GL_FLOAT, 0, 0, corner));
    RAISES(GL_INVALID_VALUE, glVertexAttribPointerARB(1, 4, GL_FLOAT, 0, -1, corner));
    RAISES(GL_INVALID_ENUM, glVertexAttribPointerARB(1, 4, GL_RGBA, 0, 0, corner));
    RAISES(GL_INVALID_VALUE, glGetVertexAttribfvARB(n, GL_CURRENT_VERTEX_ATTRIB_ARB, f));
    RAISES(GL_INVALID_OPERATION, glGetVertexAttribfvARB(0, GL_CURRENT_VERTEX_ATTRIB_ARB, f));
    glDisable(VP);
}

static void pixel_rectangles(void) {
    GLuint pixels[16];
    GLubyte bits[4] = {0xa0, 0, 0xf0, 0};
    for (int i = 0; i < 16; i++) pixels[i] = 0xff000000u | (i % 4 * 80u);
    FINE(load(FP, "!!ARBfp1.0 MOV result.color, fragment.color.yzxw; MOV result.color.x, fragment.texcoord[7].x; END"));
    glColor4f(0, 0, 1, 0.5f);
    glMultiTexCoord1f(GL_TEXTURE7, 0.25f);
    glRasterPos2f(-1, -1);
    glEnable(FP);
    clear();
    FINE(glDrawPixels(4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels));
    CHECK(pixel_is(0, 0, 0.25f, 0, 0, 1) && pixel_is(2, 3, 0.25f, 0, 160 / 255.f, 1) && pixel_is(4, 0, 0, 0, 0, 0));
    clear();
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    FINE(glBitmap(4, 4, 0, 0, 0, 0, bits));
    /* The raster colour (0, 0, 1, 0.5) where bits are set. */
    CHECK(pixel_is(0, 0, 0.25f, 1, 0, 0.5f) && pixel_is(1, 0, 0, 0, 0, 0) && pixel_is(3, 2, 0.25f, 1, 0, 0.5f) && pixel_is(3, 1, 0, 0, 0, 0));
    /* The depth of the image, and the colour of the program. */
    GLfloat depth[4] = {0.25f, 0.25f, 0.25f, 0.25f}, got = 0;
    glEnable(GL_DEPTH_TEST);
    clear();
    FINE(glDrawPixels(2, 2, GL_DEPTH_COMPONENT, GL_FLOAT, depth));
    FINE(glReadPixels(1, 1, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &got));
    CHECK(fabsf(got - 0.25f) < 1e-4f && pixel_is(1, 1, 0.25f, 1, 0, 0.5f));
    /* A depth that the program writes takes precedence. */
    FINE(load(FP, "!!ARBfp1.0 MOV result.color, 1; MOV result.depth.z, 0.125; END"));
    FINE(glDrawPixels(2, 2, GL_DEPTH_COMPONENT, GL_FLOAT, depth));
    FINE(glReadPixels(1, 1, 1, 1, GL_DEPTH_COMPONENT, GL_FLOAT, &got));
    CHECK(fabsf(got - 0.125f) < 1e-4f && pixel_is(1, 1, 1, 1, 1, 1));
    glDisable(GL_DEPTH_TEST);
    glDisable(FP);
    /* Vertex programs do not process pixel rectangles. */
    FINE(load(VP, "!!ARBvp1.0 MOV result.position, vertex.position; END"));
    clear();
    glEnable(VP);
    glRasterPos2f(-1, -1);
    FINE(glDrawPixels(4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels));
    CHECK(pixel_is(2, 0, 160 / 255.f, 0, 0, 1));
    glDisable(VP);
}

/* Texturing of the last fixed-function unit keeps the raster position's coordinates. */
static void textured_pixel_rectangle(void) {
    const GLubyte texels[] = {255, 0, 0, 255, 0, 255, 0, 255};
    GLuint pixels[16] = {0}, name;
    GLenum last = GL_TEXTURE0 + get_int(GL_MAX_TEXTURE_UNITS) - 1;
    glActiveTexture(last);
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_1D, name);
    glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_1D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    FINE(glTexImage1D(GL_TEXTURE_1D, 0, GL_RGBA, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels));
    glTexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    glEnable(GL_TEXTURE_1D);
    glMultiTexCoord1f(last, 0.75f);
    glRasterPos2f(-1, -1);
    clear();
    FINE(glDrawPixels(4, 4, GL_RGBA, GL_UNSIGNED_BYTE, pixels));
    CHECK(pixel_is(0, 0, 0, 1, 0, 1) && pixel_is(3, 3, 0, 1, 0, 1) && pixel_is(4, 4, 0, 0, 0, 0));
    glDisable(GL_TEXTURE_1D);
    glDeleteTextures(1, &name);
    glActiveTexture(GL_TEXTURE0);
}

static void depth_comparison(void) {
    const GLfloat texel = 0.5f;
    GLuint name;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE);
    FINE(glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, 1, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, &texel));
    glEnable(FP);
    clear();
    /* Without a SHADOW target the depth itself is read (QUIRKS 0.53). */
    FINE(load(FP, "!!ARBfp1.0 TEX result.color, {0, 0, 0.75, 1}, texture[0], 2D; END"));
    quad();
    CHECK(pixel_is(4, 4, 0.5f, 0.5f, 0.5f, 1));
    FINE(load(FP, "!!ARBfp1.0 OPTION ARB_fragment_program_shadow; TEX result.color, {0, 0, 0.75, 1}, texture[0], SHADOW2D; END"));
    quad();
    CHECK(pixel_is(4, 4, 0, 0, 0, 1));
    FINE(load(FP, "!!ARBfp1.0 OPTION ARB_fragment_program_shadow; TXP result.color, {0, 0, 0.75, 2}, texture[0], SHADOW2D; END"));
    quad();
    CHECK(pixel_is(4, 4, 1, 1, 1, 1));
    /* There is no texture on unit 3, target 3D: (0, 0, 0, 1). */
    FINE(load(FP, "!!ARBfp1.0 TEX result.color, {0}, texture[3], 3D; END"));
    quad();
    CHECK(pixel_is(4, 4, 0, 0, 0, 1));
    glDisable(FP);
    glDeleteTextures(1, &name);
}

static void fragment_inputs(void) {
    glEnable(FP);
    clear();
    /* Pixel centres, from below (QUIRKS 0.48); the depth in the window; 1/w of clip coordinates. */
    FINE(load(FP, "!!ARBfp1.0 MUL result.color, fragment.position, {0.1, 0.1, 1, 1}; END"));
    glBegin(GL_QUADS);
    glVertex4f(-2, -2, 1, 2);
    glVertex4f(2, -2, 1, 2);
    glVertex4f(2, 2, 1, 2);
    glVertex4f(-2, 2, 1, 2);
    FINE(glEnd());
    CHECK(pixel_is(2, 5, 0.25f, 0.55f, 0.75f, 0.5f));
    /* Colours arrive clamped. The secondary colour and the fog coordinate arrive, too. */
    FINE(load(FP, "!!ARBfp1.0 TEMP t; ADD t, fragment.color, fragment.color.secondary; MUL t, t, 0.5;"
        "MUL t.z, fragment.fogcoord.x, 0.125; MOV result.color, t; END"));
    glColor4f(5, 0.5f, 0, 1);
    glSecondaryColor3f(0, 0.5f, 0);
    glFogi(GL_FOG_COORDINATE_SOURCE, GL_FOG_COORDINATE);
    glFogCoordf(4);
    quad();
    CHECK(pixel_is(4, 4, 0.5f, 0.5f, 0.5f, 0.5f));
    /* Fog, texturing and colour sum are replaced. The alpha test is not. */
    FINE(load(FP, "!!ARBfp1.0 MOV result.color, {0, 1, 0, 0.5}; END"));
    glEnable(GL_FOG);
    glEnable(GL_COLOR_SUM);
    quad();
    CHECK(pixel_is(4, 4, 0, 1, 0, 0.5f));
    glEnable(GL_ALPHA_TEST);
    glAlphaFunc(GL_GREATER, 0.75f);
    clear();
    quad();
    CHECK(pixel_is(4, 4, 0, 0, 0, 0));
    glDisable(GL_ALPHA_TEST);
    glDisable(GL_FOG);
    glDisable(GL_COLOR_SUM);
    glDisable(FP);
}

/* Point size, two sides and clip planes with vertex programs (QUIRKS 0.30, 0.51, 0.52). */
static void vertex_modes(void) {
    const GLdouble right[] = {1, 0, 0, 0};
    glPointSize(1);
    glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, (GLfloat[]){1, 0, 0});
    glPointParameterf(GL_POINT_SIZE_MAX, 64);
    FINE(load(VP, "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, {1, 0, 0, 1};"
        "MOV result.color.back, {0, 1, 0, 1}; MOV result.pointsize.x, 6; END"));
    glEnable(VP);
    for (int enabled = 0; enabled < 2; enabled++) {
        if (enabled) FINE(glEnable(GL_VERTEX_PROGRAM_POINT_SIZE_ARB));
        clear();
        glBegin(GL_POINTS);
        glVertex2f(0.125f, 0.125f);
        FINE(glEnd());
        CHECK(pixel_is(4, 4, 1, 0, 0, 1) && pixel_is(6, 6, enabled, 0, 0, enabled));
    }
    for (int enabled = 0; enabled < 2; enabled++) {
        if (enabled) FINE(glEnable(GL_VERTEX_PROGRAM_TWO_SIDE_ARB));
        clear();
        glFrontFace(GL_CW);
        quad();
        CHECK(pixel_is(4, 4, !enabled, enabled, 0, 1));
        glFrontFace(GL_CCW);
        quad();
        CHECK(pixel_is(4, 4, 1, 0, 0, 1));
    }
    glDisable(GL_VERTEX_PROGRAM_POINT_SIZE_ARB);
    glDisable(GL_VERTEX_PROGRAM_TWO_SIDE_ARB);
    /* User clip planes cut position-invariant programs only. */
    glClipPlane(GL_CLIP_PLANE0, right);
    glEnable(GL_CLIP_PLANE0);
    clear();
    quad();
    CHECK(pixel_is(1, 4, 1, 0, 0, 1) && pixel_is(6, 4, 1, 0, 0, 1));
    FINE(load(VP, "!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color, {1, 0, 0, 1}; END"));
    clear();
    quad();
    CHECK(pixel_is(1, 4, 0, 0, 0, 0) && pixel_is(6, 4, 1, 0, 0, 1));
    glDisable(GL_CLIP_PLANE0);
    glDisable(VP);
}

/* Positions of the option equal those of fixed function to the bit: a second pass with EQUAL covers every fragment (QUIRKS 0.30). */
static void position_invariance(void) {
    FINE(load(VP, "!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color, {0, 1, 0, 1}; END"));
    glEnable(GL_DEPTH_TEST);
    glMatrixMode(GL_PROJECTION);
    glFrustum(-0.7, 0.9, -0.8, 0.6, 1.1, 13);
    glMatrixMode(GL_MODELVIEW);
    unsigned seed = 1;
    for (int round = 0; round < 64; round++) {
        GLfloat v[9];
        for (int i = 0; i < 9; i++) {
            seed = seed * 1664525u + 1013904223u;
            v[i] = (float)(seed >> 8) / (1 << 21) - 4;
        }
        clear();
        glLoadIdentity();
        glTranslatef(0.1f, 0.3f, -5.7f);
        glRotatef(7.3f * round, 0.3f, 0.7f, 0.5f);
        glDepthFunc(GL_LESS);
        glColor4f(1, 0, 0, 1);
        for (int pass = 0; pass < 2; pass++) {
            glBegin(GL_TRIANGLES);
            for (int i = 0; i < 3; i++) glVertex3fv(v + 3 * i);
            FINE(glEnd());
            glDepthFunc(GL_EQUAL);
            glEnable(VP);
        }
        glDisable(VP);
        unsigned char p[4 * SIZE * SIZE];
        FINE(glReadPixels(0, 0, SIZE, SIZE, GL_RGBA, GL_UNSIGNED_BYTE, p));
        for (int i = 0; i < SIZE * SIZE; i++) CHECK(p[4 * i] == 0);
    }
    glDepthFunc(GL_LESS);
    glDisable(GL_DEPTH_TEST);
    glLoadIdentity();
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    glMatrixMode(GL_MODELVIEW);
}

/* RasterPos runs the vertex program. Its colour, coordinates and fog coordinate are kept (QUIRKS 0.49, 0.50). */
static void raster_position(void) {
    GLfloat f[4];
    FINE(load(VP, "!!ARBvp1.0 MOV result.position, vertex.position.yxzw; MOV result.color, {0.25, 0.5, 0.75, 1};"
        "MOV result.color.secondary, {0.5, 0.25, 0, 0}; MOV result.texcoord[0], {1, 2, 3, 4}; MOV result.fogcoord.x, 7; END"));
    glEnable(VP);
    FINE(glRasterPos2f(0.5f, -0.5f));
    glDisable(VP);
    FINE(glGetFloatv(GL_CURRENT_RASTER_POSITION, f));
    CHECK(f[0] == SIZE / 4 && f[1] == 3 * SIZE / 4 && f[2] == 0.5f && f[3] == 1);
    FINE(glGetFloatv(GL_CURRENT_RASTER_COLOR, f));
    CHECK(f[0] == 0.25f && f[1] == 0.5f && f[2] == 0.75f && f[3] == 1);
    FINE(glGetFloatv(GL_CURRENT_RASTER_TEXTURE_COORDS, f));
    CHECK(f[0] == 1 && f[1] == 2 && f[2] == 3 && f[3] == 4);
    FINE(glGetFloatv(GL_CURRENT_RASTER_DISTANCE, f));
    CHECK(f[0] == 7);
}

int main(void) {
    OSMesaContext c = make_context(NULL);
    material();
    light();
    planes_and_points();
    matrices();
    invalid_programs();
    failed_load_keeps_drawing();
    attributes();
    pixel_rectangles();
    textured_pixel_rectangle();
    depth_comparison();
    fragment_inputs();
    vertex_modes();
    position_invariance();
    raster_position();
    OSMesaDestroyContext(c);
    return 0;
}
