/* Proves ATI_fragment_shader where Mesa 22.3.6 differs from the specification, or where the specification leaves a choice (QUIRKS
 * section 2). Pixels are computed by hand. golden/ati.c covers the rest. */
#define GL_GLEXT_PROTOTYPES
#include "ati_calls.h"
#include <string.h>

#define SIZE 16
#include "pixel_tests.h"

static void quad(void) { glRectf(-1, -1, 1, 1); }

static void begin(void)
{
    pBind(pGen(1));
    pBegin();
}

static void end(void)
{
    pEnd();
    glEnable(GL_FRAGMENT_SHADER_ATI);
}

/* Ends the definition, draws with it, and checks a pixel. */
static void expect_shader(const char *what, int r, int g, int b, int a)
{
    end();
    quad();
    expect(what, 8, 8, r, g, b, a);
}

static void mov_rgb(GLuint dst, GLuint source) { pColor1(GL_MOV_ATI, dst, RGB_ALL, GL_NONE, source, AS_IS); }
static void mov_a(GLuint dst, GLuint source) { pAlpha1(GL_MOV_ATI, dst, GL_NONE, source, AS_IS); }

/* A texture of one texel, bound and enabled on a unit. */
static void texel_on(int unit, int r, int g, int b, int a)
{
    const unsigned char t[4] = {(unsigned char)r, (unsigned char)g, (unsigned char)b, (unsigned char)a};
    GLuint name;
    glActiveTexture(TEX(unit));
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, t);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glEnable(GL_TEXTURE_2D);
    glActiveTexture(GL_TEXTURE0);
}

/* The halves of a pair run in parallel: alpha reads red as it was before. */
static void parallel_pair(void)
{
    begin();
    constant(CON(0), 0.2f, 0.4f, 0.6f, 0.8f);
    mov_rgb(REG(0), CON(0));
    pColor1(GL_MOV_ATI, REG(0), RGB_ALL, GL_NONE, GL_ONE, AS_IS);
    pAlpha1(GL_MOV_ATI, REG(0), GL_NONE, REG(0), GL_RED, GL_NONE);
    expect_shader("a pair in parallel", 255, 255, 255, 51);
}

/* A dot product in alpha takes the result of the colour operation before its modifiers, whatever its own arguments are: 0.5·0.4 +
 * 0.5·0.6 + 0.5·0.2. */
static void dot_in_alpha(void)
{
    begin();
    constant(CON(0), 0.5f, 0.5f, 0.5f, 1);
    constant(CON(1), 0.4f, 0.6f, 0.2f, 1);
    pColor2(GL_DOT3_ATI, REG(0), GL_GREEN_BIT_ATI, GL_HALF_BIT_ATI, CON(0), AS_IS, CON(1), AS_IS);
    pAlpha2(GL_DOT3_ATI, REG(1), GL_NONE, GL_ZERO, AS_IS, GL_ZERO, AS_IS);
    pColor1(GL_MOV_ATI, REG(0), GL_RED_BIT_ATI, GL_NONE, REG(1), GL_ALPHA, GL_NONE);
    mov_a(REG(0), GL_ONE);
    expect_shader("DOT3 in alpha", 153, 77, 0, 255);
}

/* DOT2_ADD adds the blue of the third argument: 0.5·0.4 + 0.5·0.6 + 0.3. */
static void dot2_add(void)
{
    begin();
    constant(CON(0), 0.5f, 0.5f, 0.9f, 1);
    constant(CON(1), 0.4f, 0.6f, 0.8f, 1);
    pColor3(GL_DOT2_ADD_ATI, REG(0), RGB_ALL, GL_NONE, CON(0), AS_IS, CON(1), AS_IS, GL_PRIMARY_COLOR_ARB, AS_IS);
    pAlpha3(GL_DOT2_ADD_ATI, REG(0), GL_HALF_BIT_ATI, CON(0), AS_IS, CON(1), AS_IS, GL_PRIMARY_COLOR_ARB, AS_IS);
    glColor4f(1, 1, 0.3f, 1);
    expect_shader("DOT2_ADD", 204, 204, 204, 102);
}

/* Registers hold [-8, 8]: 8·2 becomes 8, an eighth of it 1, half of that 0.5. The same holds at the lower end. */
static void range(void)
{
    begin();
    pColor1(GL_MOV_ATI, REG(1), RGB_ALL, GL_8X_BIT_ATI, GL_ONE, GL_NONE, GL_2X_BIT_ATI);
    pAlpha1(GL_MOV_ATI, REG(1), GL_8X_BIT_ATI, GL_ONE, GL_NONE, GL_2X_BIT_ATI | GL_NEGATE_BIT_ATI);
    pColor1(GL_MOV_ATI, REG(1), RGB_ALL, GL_EIGHTH_BIT_ATI, REG(1), AS_IS);
    pAlpha1(GL_MOV_ATI, REG(1), GL_EIGHTH_BIT_ATI, REG(1), AS_IS);
    pColor1(GL_MOV_ATI, REG(0), RGB_ALL, GL_HALF_BIT_ATI, REG(1), AS_IS);
    pAlpha1(GL_MOV_ATI, REG(0), GL_QUARTER_BIT_ATI, REG(1), GL_NONE, GL_NEGATE_BIT_ATI);
    expect_shader("clamped to [-8, 8]", 128, 128, 128, 64);
    begin();
    pPass(REG(1), TEX(2), STR);
    pColor1(GL_MOV_ATI, REG(0), RGB_ALL, GL_EIGHTH_BIT_ATI, REG(1), GL_NONE, GL_NONE);
    pAlpha1(GL_MOV_ATI, REG(0), GL_EIGHTH_BIT_ATI, REG(1), GL_GREEN, GL_NEGATE_BIT_ATI);
    glMultiTexCoord3f(TEX(2), 100, -9, 4);
    expect_shader("coordinates clamped to [-8, 8]", 255, 0, 128, 255);
}

/* CND takes the second argument at 0.5 itself, and CND0 takes the first at 0. */
static void conditions(void)
{
    begin();
    constant(CON(0), 0.5f, 0.6f, 0, 1);
    pColor3(GL_CND_ATI, REG(0), RGB_ALL, GL_NONE, GL_ONE, AS_IS, GL_ZERO, AS_IS, CON(0), AS_IS);
    pAlpha3(GL_CND0_ATI, REG(0), GL_NONE, GL_ONE, AS_IS, GL_ZERO, AS_IS, CON(0), GL_BLUE, GL_NONE);
    expect_shader("CND, CND0", 0, 255, 0, 255);
    begin();
    pColor3(GL_CND0_ATI, REG(0), RGB_ALL, GL_NONE, GL_ONE, AS_IS, GL_ZERO, AS_IS, CON(0), AS_IS);
    pAlpha3(GL_CND0_ATI, REG(0), GL_NONE, GL_ONE, AS_IS, GL_ZERO, AS_IS, GL_ONE, GL_NONE, GL_NEGATE_BIT_ATI);
    constant(CON(0), 0, 0.1f, 1, 1);
    expect_shader("CND0 of 0", 255, 255, 255, 0);
}

/* The second pass reads what the first has left. Registers are swapped, and those that are not routed keep their values. */
static void second_pass(void)
{
    begin();
    constant(CON(0), 0.2f, 0.2f, 0.2f, 0.6f);
    constant(CON(1), 0.8f, 0.8f, 0.8f, 0.4f);
    mov_rgb(REG(0), CON(0));
    mov_a(REG(0), CON(0));
    mov_rgb(REG(1), CON(1));
    mov_a(REG(1), CON(1));
    mov_rgb(REG(2), GL_ONE);
    pPass(REG(0), REG(1), STR);
    pPass(REG(1), REG(0), STR);
    pColor1(GL_MOV_ATI, REG(0), GL_GREEN_BIT_ATI, GL_NONE, REG(1), AS_IS);
    pColor1(GL_MOV_ATI, REG(0), GL_BLUE_BIT_ATI, GL_NONE, REG(2), AS_IS);
    expect_shader("swapped registers, one not routed", 204, 51, 255, 102);
}

/* Undefined alpha: it is 1 for coordinates, also after a division. A shader may only route, and a register that nothing sets is 0. */
static void undefined_alpha(void)
{
    glTexCoord4f(0.2f, 0.4f, 0.8f, 2);
    begin();
    pPass(REG(0), TEX(0), STR);
    expect_shader("alpha of STR", 51, 102, 204, 255);
    begin();
    pPass(REG(0), TEX(0), GL_SWIZZLE_STQ_DQ_ATI);
    expect_shader("alpha of STQ_DQ", 26, 51, 128, 255);
    begin();
    pColor1(GL_MOV_ATI, REG(0), GL_RED_BIT_ATI, GL_NONE, GL_ONE, AS_IS);
    expect_shader("nothing but red", 255, 0, 0, 0);
    begin();
    pPass(REG(3), TEX(0), STR);
    expect_shader("REG_0 not set", 0, 0, 0, 0);
}

/* The colour sum follows the shader, with COLOR_SUM and with a separate specular colour. Then comes fog. Both take clamped colours. */
static void color_sum_and_fog(void)
{
    begin();
    mov_rgb(REG(0), GL_PRIMARY_COLOR_ARB);
    mov_a(REG(0), GL_PRIMARY_COLOR_ARB);
    glEnable(GL_COLOR_SUM);
    glColor4f(0.5f, 0.9f, 0.1f, 0.6f);
    glSecondaryColor3f(0.2f, 0.3f, 0.1f);
    expect_shader("colour sum", 179, 255, 51, 153);
    glEnable(GL_FOG);
    glFogi(GL_FOG_MODE, GL_LINEAR);
    glFogi(GL_FOG_COORD_SRC, GL_FOG_COORD);
    glFogCoordf(0.5f);
    quad();
    expect("colour sum, then fog", 8, 8, 89, 128, 26, 153);
    glDisable(GL_COLOR_SUM);
    pBegin();
    pColor1(GL_MOV_ATI, REG(0), RGB_ALL, GL_8X_BIT_ATI, GL_PRIMARY_COLOR_ARB, AS_IS);
    mov_a(REG(0), GL_ONE);
    expect_shader("fog of a clamped colour", 128, 128, 102, 255);
    static const float position[4] = {0, 0, 1, 0}, black[4] = {0, 0, 0, 1}, gloss[4] = {0.25f, 0.5f, 0, 1};
    glDisable(GL_FOG);
    glLightfv(GL_LIGHT0, GL_POSITION, position);
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, black);
    glLightModeli(GL_LIGHT_MODEL_COLOR_CONTROL, GL_SEPARATE_SPECULAR_COLOR);
    glMaterialfv(GL_FRONT, GL_SPECULAR, gloss);
    glEnable(GL_LIGHTING);
    glEnable(GL_LIGHT0);
    glNormal3f(0, 0, 1);
    pBegin();
    mov_rgb(REG(0), GL_SECONDARY_INTERPOLATOR_ATI);
    mov_a(REG(0), GL_ONE);
    expect_shader("separate specular colour", 128, 255, 0, 255);
}

/* Every coordinate set that a shader names has its matrix and generation, without any texture. */
static void coordinates_without_textures(void)
{
    static const float plane[4] = {0, 0, 0, 0.75f};
    glActiveTexture(TEX(5));
    glMatrixMode(GL_TEXTURE);
    glScalef(0.5f, 1, 1);
    glTexGeni(GL_T, GL_TEXTURE_GEN_MODE, GL_OBJECT_LINEAR);
    glTexGenfv(GL_T, GL_OBJECT_PLANE, plane);
    glEnable(GL_TEXTURE_GEN_T);
    glMultiTexCoord3f(TEX(5), 0.8f, 0.1f, 0.2f);
    begin();
    pPass(REG(0), TEX(5), STR);
    expect_shader("coordinates of a unit without a texture", 102, 191, 51, 255);
}

/* A bound texture that is not enabled is not sampled, and neither is an incomplete one. */
static void textures_that_are_not_there(void)
{
    texel_on(0, 255, 255, 255, 0);
    glDisable(GL_TEXTURE_2D);
    begin();
    pSample(REG(0), TEX(0), STR);
    expect_shader("not enabled", 0, 0, 0, 255);
    glEnable(GL_TEXTURE_2D);
    quad();
    expect("enabled", 8, 8, 255, 255, 255, 0);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 4, 4, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    quad();
    expect("incomplete", 8, 8, 0, 0, 0, 255);
    glEnable(GL_TEXTURE_CUBE_MAP); /* has the higher priority than 2D, and no images */
    quad();
    expect("an empty cube map", 8, 8, 0, 0, 0, 255);
}

/* STR does not divide by q: s = 0.75 is the second texel, and 0.75/4 would be the first. */
static void no_projection(void)
{
    static const unsigned char two[2][4] = {{255, 0, 0, 255}, {0, 255, 0, 255}};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, two);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glEnable(GL_TEXTURE_2D);
    glTexCoord4f(0.75f, 0.5f, 0, 4);
    begin();
    pSample(REG(0), TEX(0), STR);
    expect_shader("STR with q = 4", 0, 255, 0, 255);
    begin();
    pSample(REG(0), TEX(0), GL_SWIZZLE_STQ_DQ_ATI);
    expect_shader("STQ_DQ with q = 4", 255, 0, 0, 255);
}

/* Coordinate sets are sampled as they are, and registers are clamped to [-8, 8]: 8.75 repeats as 0.75, and 8 as 0 (QUIRKS 2.9). */
static void coordinates_beyond_the_range(void)
{
    static const unsigned char two[2][4] = {{255, 0, 0, 255}, {0, 255, 0, 255}};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 2, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, two);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glEnable(GL_TEXTURE_2D);
    glTexCoord2f(8.75f, 0.5f);
    begin();
    pSample(REG(0), TEX(0), STR);
    expect_shader("a set beyond 8", 0, 255, 0, 255);
    begin();
    pPass(REG(0), TEX(0), STR);
    pColor1(GL_MOV_ATI, REG(0), RGB_ALL, GL_NONE, REG(0), AS_IS);
    pSample(REG(0), REG(0), STR);
    expect_shader("a register beyond 8", 255, 0, 0, 255);
    /* Constants outside [0, 1] are used as given. */
    begin();
    constant(CON(0), 4, -4, 2, 6);
    pColor1(GL_MOV_ATI, REG(0), RGB_ALL, GL_EIGHTH_BIT_ATI, CON(0), AS_IS);
    pAlpha1(GL_MOV_ATI, REG(0), GL_EIGHTH_BIT_ATI, CON(0), AS_IS);
    expect_shader("constants outside [0, 1]", 128, 0, 64, 191);
}

/* The level of detail follows the coordinates that sample: those of the set give level 0, and four times them level 2 (QUIRKS 2.41). */
static void level_of_detail(void)
{
    static const unsigned char colors[5][4] = {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 0, 255}, {255, 255, 255, 255}};
    static unsigned char image[SIZE * SIZE][4];
    for (int level = 0; level < 5; level++) {
        for (int i = 0; i < SIZE * SIZE; i++) memcpy(image[i], colors[level], 4);
        glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, SIZE >> level, SIZE >> level, 0, GL_RGBA, GL_UNSIGNED_BYTE, image);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    glEnable(GL_TEXTURE_2D);
    for (int dependent = 0; dependent < 2; dependent++) {
        begin();
        if (dependent) {
            pPass(REG(0), TEX(0), STR);
            pColor1(GL_MOV_ATI, REG(0), RGB_ALL, GL_4X_BIT_ATI, REG(0), AS_IS);
            pSample(REG(0), REG(0), STR);
        } else
            pSample(REG(0), TEX(0), STR);
        end();
        glBegin(GL_QUADS);
        for (int i = 0; i < 4; i++) {
            float x = i == 1 || i == 2, y = i / 2;
            glTexCoord2f(x, y);
            glVertex2f(2 * x - 1, 2 * y - 1);
        }
        glEnd();
        const unsigned char *c = colors[2 * dependent];
        expect(dependent ? "level of a dependent read" : "level of a set", 8, 8, c[0], c[1], c[2], c[3]);
    }
}

/* TEXTURE_COMPARE_MODE acts as NONE: the depth itself is sampled. */
static void no_shadow_comparison(void)
{
    static const float depth = 0.25f;
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT24, 1, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    glEnable(GL_TEXTURE_2D);
    glTexCoord3f(0.5f, 0.5f, 0.1f);
    begin();
    pSample(REG(0), TEX(0), STR);
    expect_shader("a depth texture with comparison", 64, 64, 64, 255);
}

/* Bitmaps and pixel rectangles have all coordinates and both colours of the raster position. */
static void pixel_rectangles(void)
{
    static const unsigned char all = 0xff, gray[4] = {100, 100, 100, 100};
    texel_on(4, 128, 64, 255, 51);
    begin();
    pPass(REG(1), TEX(3), STR);
    pPass(REG(2), TEX(0), STR);
    pSample(REG(4), TEX(2), STR);
    pColor1(GL_MOV_ATI, REG(0), GL_RED_BIT_ATI, GL_NONE, REG(1), AS_IS);
    pColor2(GL_MUL_ATI, REG(0), GL_GREEN_BIT_ATI, GL_NONE, REG(2), AS_IS, GL_PRIMARY_COLOR_ARB, AS_IS);
    pColor2(GL_MUL_ATI, REG(0), GL_BLUE_BIT_ATI, GL_NONE, REG(4), AS_IS, GL_SECONDARY_INTERPOLATOR_ATI, AS_IS);
    mov_a(REG(0), REG(4));
    end();
    glMultiTexCoord3f(TEX(3), 0.4f, 0, 0);
    glTexCoord3f(0, 0.5f, 0);
    glColor3f(0, 0.8f, 0);
    glSecondaryColor3f(0, 0, 0.6f);
    glRasterPos2f(0, 0);
    glMultiTexCoord3f(TEX(3), 0, 0, 0); /* no longer counts */
    glColor3f(0, 0, 0);
    glBitmap(1, 1, 0, 0, 2, 0, &all);
    expect("bitmap", 8, 8, 102, 102, 153, 51);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glDrawPixels(1, 1, GL_RGBA, GL_UNSIGNED_BYTE, gray);
    expect("DrawPixels", 10, 8, 102, 50, 153, 51);
    glWindowPos2i(0, 0);
    glDisable(GL_FRAGMENT_SHADER_ATI);
    glDrawPixels(1, 1, GL_RGBA, GL_UNSIGNED_BYTE, gray); /* times the texel */
    glEnable(GL_FRAGMENT_SHADER_ATI);
    glRasterPos2f(-0.5f, 0);
    glCopyPixels(0, 0, 1, 1, GL_COLOR);
    expect("CopyPixels", 4, 8, 0, 13, 153, 51);
    for (int set = 0; set < 6; set++) glMultiTexCoord3f(TEX(set), 0.6f, 0.2f, 0.4f);
    glRasterPos2f(0, 0);
    begin();
    for (int i = 0; i < 6; i++) pPass(REG(i), TEX(i), STR);
    pPass(REG(5), TEX(5), STR); /* twice: an error */
    expect_error("the same register twice", GL_INVALID_OPERATION);
    mov_a(REG(0), GL_ONE);
    pPass(REG(1), TEX(6), STR);
    pPass(REG(2), TEX(7), STR);
    mov_a(REG(0), GL_PRIMARY_COLOR_ARB);
    end();
    glDrawPixels(1, 1, GL_RGBA, GL_UNSIGNED_BYTE, gray);
    expect("DrawPixels with a shader of all sets", 8, 8, 153, 51, 102, 100);
}

/* Constants of the context are read at each draw, also while their shader stays bound. A shader's own constants are set at End. */
static void constants(void)
{
    begin();
    mov_rgb(REG(0), CON(6));
    mov_a(REG(0), CON(7));
    expect_shader("initial constants", 0, 0, 0, 0);
    constant(CON(6), 0.2f, 0.4f, 0.6f, 0);
    quad();
    expect("a constant set", 8, 8, 51, 102, 153, 0);
    constant(CON(7), 0, 0, 0, 1);
    constant(CON(6), 0.6f, 0.4f, 0.2f, 0);
    quad();
    expect("and again", 8, 8, 153, 102, 51, 255);
    pBegin();
    mov_rgb(REG(0), CON(6));
    constant(CON(6), 1, 0, 1, 1);
    mov_a(REG(0), CON(6));
    expect_shader("a local one", 255, 0, 255, 255);
    constant(CON(6), 0, 1, 0, 0);
    quad();
    expect("hides the context's", 8, 8, 255, 0, 255, 255);
    pBegin();
    mov_rgb(REG(0), CON(6));
    expect_shader("which a new definition reads", 0, 255, 0, 0);
}

/* Without a valid shader, draws are as if the shader were disabled: a shader never defined, failed, open or deleted. There is no GL
 * error. */
static void invalid_shaders(void)
{
    glColor4f(0.2f, 0.4f, 0.6f, 0.8f);
    glEnable(GL_FRAGMENT_SHADER_ATI);
    quad();
    expect("the default shader, not defined", 8, 8, 51, 102, 153, 204);
    pBegin();
    mov_rgb(REG(0), GL_ONE);
    quad();
    expect("in its own definition", 8, 8, 51, 102, 153, 204);
    pEnd();
    quad();
    expect("the default shader, defined", 8, 8, 255, 255, 255, 0);
    GLuint shader = pGen(1);
    pBind(shader);
    quad();
    expect("a fresh shader", 8, 8, 51, 102, 153, 204);
    pBegin();
    mov_rgb(REG(0), GL_PRIMARY_COLOR_ARB);
    pPass(REG(0), TEX(0), STR);
    pEnd();
    expect_error("a colour in the first of two passes", GL_INVALID_OPERATION);
    quad();
    expect("a failed definition", 8, 8, 51, 102, 153, 204);
    pBegin();
    mov_rgb(REG(0), GL_ONE);
    mov_a(REG(0), GL_ONE);
    pColor1(GL_MOV_ATI, REG(0), RGB_ALL, GL_NONE, GL_SECONDARY_INTERPOLATOR_ATI, GL_ALPHA, GL_NONE);
    expect_error("a refused operation", GL_INVALID_OPERATION);
    pEnd();
    quad();
    expect("is left out", 8, 8, 255, 255, 255, 255);
    pDelete(shader);
    quad();
    expect("deleted while bound: the default shader", 8, 8, 255, 255, 255, 0);
    pBind(shader);
    quad();
    expect("the name again is a fresh shader", 8, 8, 51, 102, 153, 204);
}

/* ENABLE_BIT saves the enable. A fragment program takes precedence over a fragment shader. */
static void enables(void)
{
    static const char text[] = "!!ARBfp1.0\nMOV result.color, {0.2, 0.4, 0.6, 0.8};\nEND\n";
    begin();
    mov_rgb(REG(0), GL_ONE);
    mov_a(REG(0), GL_ONE);
    end();
    glPushAttrib(GL_ENABLE_BIT);
    glDisable(GL_FRAGMENT_SHADER_ATI);
    glColor3f(0, 0, 0);
    quad();
    expect("disabled", 8, 8, 0, 0, 0, 255);
    glPopAttrib();
    quad();
    expect("enabled again", 8, 8, 255, 255, 255, 255);
    glProgramStringARB(GL_FRAGMENT_PROGRAM_ARB, GL_PROGRAM_FORMAT_ASCII_ARB, (GLsizei)strlen(text), text);
    glEnable(GL_FRAGMENT_PROGRAM_ARB);
    quad();
    expect("a fragment program", 8, 8, 51, 102, 153, 204);
    glDisable(GL_FRAGMENT_PROGRAM_ARB);
    /* Register combiners and texture shaders have no effect (QUIRKS 2.30): the initial ones would give black. */
    glEnable(GL_REGISTER_COMBINERS_NV);
    glEnable(GL_TEXTURE_SHADER_NV);
    quad();
    expect("register combiners and texture shaders", 8, 8, 255, 255, 255, 255);
    glDisable(GL_FRAGMENT_SHADER_ATI);
    quad();
    expect("without the shader", 8, 8, 0, 0, 0, 255);
}

/* A definition is never compiled into a list, a constant always. The constant is the context's when the list is called outside a
 * definition. */
static void lists(void)
{
    begin();
    glNewList(1, GL_COMPILE);
    constant(CON(0), 1, 0, 1, 1);
    mov_rgb(REG(0), CON(0));
    mov_a(REG(0), CON(0));
    pEnd();
    glEndList();
    glEnable(GL_FRAGMENT_SHADER_ATI);
    constant(CON(0), 0, 1, 0, 1);
    quad();
    expect("the constant went into the list", 8, 8, 0, 255, 0, 255);
    glCallList(1);
    quad();
    expect("and is set by it", 8, 8, 255, 0, 255, 255);
    glNewList(2, GL_COMPILE);
    pBind(0);
    glEndList();
    pBegin();
    glCallList(2);
    expect_error("BindFragmentShader in a list called in a definition", GL_INVALID_OPERATION);
    glCallList(1);
    mov_rgb(REG(0), CON(0));
    mov_a(REG(0), CON(0));
    pEnd();
    constant(CON(0), 0, 0, 0, 0);
    quad();
    expect("a list called in a definition sets a local constant", 8, 8, 255, 0, 255, 255);
}

/* Between Begin and End all commands are refused. */
static void between_begin_and_end(void)
{
    static const float one[4] = {1, 1, 1, 1};
    begin();
    mov_rgb(REG(0), GL_ONE);
    glBegin(GL_POINTS);
    mov_rgb(REG(0), GL_ZERO);
    mov_a(REG(0), GL_ONE);
    pPass(REG(0), TEX(0), STR);
    pSample(REG(0), TEX(0), STR);
    pConstant(CON(0), one);
    pEnd();
    GLuint names = pGen(1);
    glEnd();
    expect_error("between Begin and End", GL_INVALID_OPERATION);
    if (names) printf("names between Begin and End\n"), failures++;
    expect_shader("the definition is as it was", 255, 255, 255, 0);
}

int main(void)
{
    static void (*const tests[])(void) = {parallel_pair, dot_in_alpha, dot2_add, range, conditions, second_pass, undefined_alpha, color_sum_and_fog, coordinates_without_textures, textures_that_are_not_there, no_projection, coordinates_beyond_the_range, level_of_detail, no_shadow_comparison, pixel_rectangles, constants, invalid_shaders, enables, lists, between_begin_and_end};
    load_ati_calls();
    return run_tests(tests, sizeof tests / sizeof *tests);
}
