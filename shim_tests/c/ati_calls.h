/* The commands of ATI_fragment_shader by GetProcAddress, because Mesa's libOSMesa does not export them. */
#ifndef ATI_CALLS_H
#define ATI_CALLS_H
#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/osmesa.h>
#include <stdio.h>
#include <stdlib.h>

static PFNGLGENFRAGMENTSHADERSATIPROC pGen;
static PFNGLBINDFRAGMENTSHADERATIPROC pBind;
static PFNGLDELETEFRAGMENTSHADERATIPROC pDelete;
static PFNGLBEGINFRAGMENTSHADERATIPROC pBegin;
static PFNGLENDFRAGMENTSHADERATIPROC pEnd;
static PFNGLPASSTEXCOORDATIPROC pPass;
static PFNGLSAMPLEMAPATIPROC pSample;
static PFNGLCOLORFRAGMENTOP1ATIPROC pColor1;
static PFNGLCOLORFRAGMENTOP2ATIPROC pColor2;
static PFNGLCOLORFRAGMENTOP3ATIPROC pColor3;
static PFNGLALPHAFRAGMENTOP1ATIPROC pAlpha1;
static PFNGLALPHAFRAGMENTOP2ATIPROC pAlpha2;
static PFNGLALPHAFRAGMENTOP3ATIPROC pAlpha3;
static PFNGLSETFRAGMENTSHADERCONSTANTATIPROC pConstant;

#define REG(n) (GL_REG_0_ATI + (n))
#define CON(n) (GL_CON_0_ATI + (n))
#define TEX(n) (GL_TEXTURE0 + (n))
/* Replication and modifiers of an argument that is used unchanged. */
#define AS_IS GL_NONE, GL_NONE
#define STR GL_SWIZZLE_STR_ATI
/* The mask of all three colours. */
#define RGB_ALL GL_NONE

static inline OSMESAproc ati_address(const char *name)
{
    OSMESAproc address = OSMesaGetProcAddress(name);
    if (!address) {
        fprintf(stderr, "no %s\n", name);
        exit(1);
    }
    return address;
}

static inline void load_ati_calls(void)
{
#define LOAD(pointer, name) pointer = (__typeof__(pointer))(void *)ati_address("gl" name "ATI")
    LOAD(pGen, "GenFragmentShaders");
    LOAD(pBind, "BindFragmentShader");
    LOAD(pDelete, "DeleteFragmentShader");
    LOAD(pBegin, "BeginFragmentShader");
    LOAD(pEnd, "EndFragmentShader");
    LOAD(pPass, "PassTexCoord");
    LOAD(pSample, "SampleMap");
    LOAD(pColor1, "ColorFragmentOp1");
    LOAD(pColor2, "ColorFragmentOp2");
    LOAD(pColor3, "ColorFragmentOp3");
    LOAD(pAlpha1, "AlphaFragmentOp1");
    LOAD(pAlpha2, "AlphaFragmentOp2");
    LOAD(pAlpha3, "AlphaFragmentOp3");
    LOAD(pConstant, "SetFragmentShaderConstant");
#undef LOAD
}

static inline void constant(GLenum which, float r, float g, float b, float a)
{
    const float v[4] = {r, g, b, a};
    pConstant(which, v);
}
#endif
