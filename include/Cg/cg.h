/* cg.h: the interface of NVIDIA's Cg runtime 3.1 (libCg.so), as Trilobite has it.
 *
 * The names, numbers and signatures are those of the published interface, so that programs compile against this file, and
 * programs built against NVIDIA's run with our library. docs/STATUS.md lists the functions that only report an error.
 *
 * A handle is a number in the shape of a pointer. A function that gets a null, stale or foreign one reports an error. All
 * functions may be called from any thread at any time.
 */
#ifndef _cg_h
#define _cg_h

#define CG_VERSION_NUM 3100

#ifndef CGDLL_API
#define CGDLL_API extern
#endif
#ifndef CGENTRY
#define CGENTRY
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef int CGbool;
#define CG_FALSE ((CGbool)0)
#define CG_TRUE ((CGbool)1)

typedef void *CGhandle;
typedef struct _CGcontext *CGcontext;
typedef struct _CGprogram *CGprogram;
typedef struct _CGparameter *CGparameter;
typedef struct _CGobj *CGobj;
typedef struct _CGbuffer *CGbuffer;
typedef struct _CGeffect *CGeffect;
typedef struct _CGstate *CGstate;
typedef struct _CGstateassignment *CGstateassignment;
typedef struct _CGtechnique *CGtechnique;
typedef struct _CGpass *CGpass;
typedef struct _CGannotation *CGannotation;

/* Names of things that are asked, answered and chosen. */
typedef enum CGenum {
    CG_UNKNOWN = 4096, CG_IN, CG_OUT, CG_INOUT, CG_MIXED, CG_VARYING, CG_UNIFORM, CG_CONSTANT, CG_PROGRAM_SOURCE,
    CG_PROGRAM_ENTRY, CG_COMPILED_PROGRAM, CG_PROGRAM_PROFILE, CG_GLOBAL, CG_PROGRAM, CG_DEFAULT, CG_ERROR, CG_SOURCE,
    CG_OBJECT, CG_COMPILE_MANUAL, CG_COMPILE_IMMEDIATE, CG_COMPILE_LAZY, CG_CURRENT, CG_LITERAL, CG_VERSION,
    CG_ROW_MAJOR, CG_COLUMN_MAJOR, CG_FRAGMENT, CG_VERTEX, CG_POINT, CG_LINE, CG_LINE_ADJ, CG_TRIANGLE,
    CG_TRIANGLE_ADJ, CG_POINT_OUT, CG_LINE_OUT, CG_TRIANGLE_OUT, CG_IMMEDIATE_PARAMETER_SETTING,
    CG_DEFERRED_PARAMETER_SETTING, CG_NO_LOCKS_POLICY, CG_THREAD_SAFE_POLICY, CG_FORCE_UPPER_CASE_POLICY,
    CG_UNCHANGED_CASE_POLICY, CG_IS_OPENGL_PROFILE, CG_IS_DIRECT3D_PROFILE, CG_IS_DIRECT3D_8_PROFILE,
    CG_IS_DIRECT3D_9_PROFILE, CG_IS_DIRECT3D_10_PROFILE, CG_IS_VERTEX_PROFILE, CG_IS_FRAGMENT_PROFILE,
    CG_IS_GEOMETRY_PROFILE, CG_IS_TRANSLATION_PROFILE, CG_IS_HLSL_PROFILE, CG_IS_GLSL_PROFILE,
    CG_IS_TESSELLATION_CONTROL_PROFILE, CG_IS_TESSELLATION_EVALUATION_PROFILE, CG_BUILD_INFO, CG_PATCH,
    CG_IS_DIRECT3D_11_PROFILE
} CGenum;

/* Types of parameters. The structures of texts have numbers beyond these. */
typedef enum CGtype {
    CG_UNKNOWN_TYPE = 0, CG_STRUCT, CG_ARRAY, CG_TYPELESS_STRUCT, CG_HALF = 1025, CG_HALF2, CG_HALF3, CG_HALF4,
    CG_HALF1x1, CG_HALF1x2, CG_HALF1x3, CG_HALF1x4, CG_HALF2x1, CG_HALF2x2, CG_HALF2x3, CG_HALF2x4, CG_HALF3x1,
    CG_HALF3x2, CG_HALF3x3, CG_HALF3x4, CG_HALF4x1, CG_HALF4x2, CG_HALF4x3, CG_HALF4x4, CG_FLOAT, CG_FLOAT2,
    CG_FLOAT3, CG_FLOAT4, CG_FLOAT1x1, CG_FLOAT1x2, CG_FLOAT1x3, CG_FLOAT1x4, CG_FLOAT2x1, CG_FLOAT2x2, CG_FLOAT2x3,
    CG_FLOAT2x4, CG_FLOAT3x1, CG_FLOAT3x2, CG_FLOAT3x3, CG_FLOAT3x4, CG_FLOAT4x1, CG_FLOAT4x2, CG_FLOAT4x3,
    CG_FLOAT4x4, CG_SAMPLER1D, CG_SAMPLER2D, CG_SAMPLER3D, CG_SAMPLERRECT, CG_SAMPLERCUBE, CG_FIXED, CG_FIXED2,
    CG_FIXED3, CG_FIXED4, CG_FIXED1x1, CG_FIXED1x2, CG_FIXED1x3, CG_FIXED1x4, CG_FIXED2x1, CG_FIXED2x2, CG_FIXED2x3,
    CG_FIXED2x4, CG_FIXED3x1, CG_FIXED3x2, CG_FIXED3x3, CG_FIXED3x4, CG_FIXED4x1, CG_FIXED4x2, CG_FIXED4x3,
    CG_FIXED4x4, CG_HALF1, CG_FLOAT1, CG_FIXED1, CG_INT, CG_INT1, CG_INT2, CG_INT3, CG_INT4, CG_INT1x1, CG_INT1x2,
    CG_INT1x3, CG_INT1x4, CG_INT2x1, CG_INT2x2, CG_INT2x3, CG_INT2x4, CG_INT3x1, CG_INT3x2, CG_INT3x3, CG_INT3x4,
    CG_INT4x1, CG_INT4x2, CG_INT4x3, CG_INT4x4, CG_BOOL, CG_BOOL1, CG_BOOL2, CG_BOOL3, CG_BOOL4, CG_BOOL1x1,
    CG_BOOL1x2, CG_BOOL1x3, CG_BOOL1x4, CG_BOOL2x1, CG_BOOL2x2, CG_BOOL2x3, CG_BOOL2x4, CG_BOOL3x1, CG_BOOL3x2,
    CG_BOOL3x3, CG_BOOL3x4, CG_BOOL4x1, CG_BOOL4x2, CG_BOOL4x3, CG_BOOL4x4, CG_STRING, CG_PROGRAM_TYPE, CG_TEXTURE,
    CG_SAMPLER1DARRAY, CG_SAMPLER2DARRAY, CG_SAMPLERCUBEARRAY, CG_VERTEXSHADER_TYPE, CG_PIXELSHADER_TYPE, CG_SAMPLER,
    CG_SAMPLERBUF, CG_DOUBLE, CG_DOUBLE1, CG_DOUBLE2, CG_DOUBLE3, CG_DOUBLE4, CG_DOUBLE1x1, CG_DOUBLE1x2,
    CG_DOUBLE1x3, CG_DOUBLE1x4, CG_DOUBLE2x1, CG_DOUBLE2x2, CG_DOUBLE2x3, CG_DOUBLE2x4, CG_DOUBLE3x1, CG_DOUBLE3x2,
    CG_DOUBLE3x3, CG_DOUBLE3x4, CG_DOUBLE4x1, CG_DOUBLE4x2, CG_DOUBLE4x3, CG_DOUBLE4x4, CG_CHAR, CG_CHAR1, CG_CHAR2,
    CG_CHAR3, CG_CHAR4, CG_CHAR1x1, CG_CHAR1x2, CG_CHAR1x3, CG_CHAR1x4, CG_CHAR2x1, CG_CHAR2x2, CG_CHAR2x3,
    CG_CHAR2x4, CG_CHAR3x1, CG_CHAR3x2, CG_CHAR3x3, CG_CHAR3x4, CG_CHAR4x1, CG_CHAR4x2, CG_CHAR4x3, CG_CHAR4x4,
    CG_UCHAR, CG_UCHAR1, CG_UCHAR2, CG_UCHAR3, CG_UCHAR4, CG_UCHAR1x1, CG_UCHAR1x2, CG_UCHAR1x3, CG_UCHAR1x4,
    CG_UCHAR2x1, CG_UCHAR2x2, CG_UCHAR2x3, CG_UCHAR2x4, CG_UCHAR3x1, CG_UCHAR3x2, CG_UCHAR3x3, CG_UCHAR3x4,
    CG_UCHAR4x1, CG_UCHAR4x2, CG_UCHAR4x3, CG_UCHAR4x4, CG_SHORT, CG_SHORT1, CG_SHORT2, CG_SHORT3, CG_SHORT4,
    CG_SHORT1x1, CG_SHORT1x2, CG_SHORT1x3, CG_SHORT1x4, CG_SHORT2x1, CG_SHORT2x2, CG_SHORT2x3, CG_SHORT2x4,
    CG_SHORT3x1, CG_SHORT3x2, CG_SHORT3x3, CG_SHORT3x4, CG_SHORT4x1, CG_SHORT4x2, CG_SHORT4x3, CG_SHORT4x4, CG_USHORT,
    CG_USHORT1, CG_USHORT2, CG_USHORT3, CG_USHORT4, CG_USHORT1x1, CG_USHORT1x2, CG_USHORT1x3, CG_USHORT1x4,
    CG_USHORT2x1, CG_USHORT2x2, CG_USHORT2x3, CG_USHORT2x4, CG_USHORT3x1, CG_USHORT3x2, CG_USHORT3x3, CG_USHORT3x4,
    CG_USHORT4x1, CG_USHORT4x2, CG_USHORT4x3, CG_USHORT4x4, CG_UINT, CG_UINT1, CG_UINT2, CG_UINT3, CG_UINT4,
    CG_UINT1x1, CG_UINT1x2, CG_UINT1x3, CG_UINT1x4, CG_UINT2x1, CG_UINT2x2, CG_UINT2x3, CG_UINT2x4, CG_UINT3x1,
    CG_UINT3x2, CG_UINT3x3, CG_UINT3x4, CG_UINT4x1, CG_UINT4x2, CG_UINT4x3, CG_UINT4x4, CG_LONG, CG_LONG1, CG_LONG2,
    CG_LONG3, CG_LONG4, CG_LONG1x1, CG_LONG1x2, CG_LONG1x3, CG_LONG1x4, CG_LONG2x1, CG_LONG2x2, CG_LONG2x3,
    CG_LONG2x4, CG_LONG3x1, CG_LONG3x2, CG_LONG3x3, CG_LONG3x4, CG_LONG4x1, CG_LONG4x2, CG_LONG4x3, CG_LONG4x4,
    CG_ULONG, CG_ULONG1, CG_ULONG2, CG_ULONG3, CG_ULONG4, CG_ULONG1x1, CG_ULONG1x2, CG_ULONG1x3, CG_ULONG1x4,
    CG_ULONG2x1, CG_ULONG2x2, CG_ULONG2x3, CG_ULONG2x4, CG_ULONG3x1, CG_ULONG3x2, CG_ULONG3x3, CG_ULONG3x4,
    CG_ULONG4x1, CG_ULONG4x2, CG_ULONG4x3, CG_ULONG4x4, CG_SHADOW1D, CG_SHADOW2D, CG_SHADOWRECT, CG_SAMPLERRBUF,
    CG_SAMPLER2DMS, CG_SAMPLER2DMSARRAY, CG_BUFFER, CG_UNIFORMBUFFER, CG_ADDRESS
} CGtype;

/* Where a parameter lies in the machine. */
typedef enum CGresource {
    CG_TEXUNIT0 = 2048, CG_TEXUNIT1, CG_TEXUNIT2, CG_TEXUNIT3, CG_TEXUNIT4, CG_TEXUNIT5, CG_TEXUNIT6, CG_TEXUNIT7,
    CG_TEXUNIT8, CG_TEXUNIT9, CG_TEXUNIT10, CG_TEXUNIT11, CG_TEXUNIT12, CG_TEXUNIT13, CG_TEXUNIT14, CG_TEXUNIT15,
    CG_BUFFER0, CG_BUFFER1, CG_BUFFER2, CG_BUFFER3, CG_BUFFER4, CG_BUFFER5, CG_BUFFER6, CG_BUFFER7, CG_BUFFER8,
    CG_BUFFER9, CG_BUFFER10, CG_BUFFER11, CG_ATTR0 = 2113, CG_ATTR1, CG_ATTR2, CG_ATTR3, CG_ATTR4, CG_ATTR5, CG_ATTR6,
    CG_ATTR7, CG_ATTR8, CG_ATTR9, CG_ATTR10, CG_ATTR11, CG_ATTR12, CG_ATTR13, CG_ATTR14, CG_ATTR15, CG_C = 2178,
    CG_TEX0, CG_TEX1, CG_TEX2, CG_TEX3 = 2192, CG_TEX4, CG_TEX5, CG_TEX6, CG_TEX7, CG_HPOS = 2243, CG_COL0 = 2245,
    CG_COL1, CG_COL2, CG_COL3, CG_PSIZ = 2309, CG_CLP0, CG_CLP1, CG_CLP2, CG_CLP3, CG_CLP4, CG_CLP5, CG_WPOS = 2373,
    CG_POINTCOORD, CG_POSITION0 = 2437, CG_POSITION1, CG_POSITION2, CG_POSITION3, CG_POSITION4, CG_POSITION5,
    CG_POSITION6, CG_POSITION7, CG_POSITION8, CG_POSITION9, CG_POSITION10, CG_POSITION11, CG_POSITION12,
    CG_POSITION13, CG_POSITION14, CG_POSITION15, CG_DIFFUSE0 = 2501, CG_TANGENT0 = 2565, CG_TANGENT1, CG_TANGENT2,
    CG_TANGENT3, CG_TANGENT4, CG_TANGENT5, CG_TANGENT6, CG_TANGENT7, CG_TANGENT8, CG_TANGENT9, CG_TANGENT10,
    CG_TANGENT11, CG_TANGENT12, CG_TANGENT13, CG_TANGENT14, CG_TANGENT15, CG_SPECULAR0 = 2629,
    CG_BLENDINDICES0 = 2693, CG_BLENDINDICES1, CG_BLENDINDICES2, CG_BLENDINDICES3, CG_BLENDINDICES4, CG_BLENDINDICES5,
    CG_BLENDINDICES6, CG_BLENDINDICES7, CG_BLENDINDICES8, CG_BLENDINDICES9, CG_BLENDINDICES10, CG_BLENDINDICES11,
    CG_BLENDINDICES12, CG_BLENDINDICES13, CG_BLENDINDICES14, CG_BLENDINDICES15, CG_COLOR0 = 2757, CG_COLOR1,
    CG_COLOR2, CG_COLOR3, CG_COLOR4, CG_COLOR5, CG_COLOR6, CG_COLOR7, CG_COLOR8, CG_COLOR9, CG_COLOR10, CG_COLOR11,
    CG_COLOR12, CG_COLOR13, CG_COLOR14, CG_COLOR15, CG_PSIZE0 = 2821, CG_PSIZE1, CG_PSIZE2, CG_PSIZE3, CG_PSIZE4,
    CG_PSIZE5, CG_PSIZE6, CG_PSIZE7, CG_PSIZE8, CG_PSIZE9, CG_PSIZE10, CG_PSIZE11, CG_PSIZE12, CG_PSIZE13, CG_PSIZE14,
    CG_PSIZE15, CG_BINORMAL0 = 2885, CG_BINORMAL1, CG_BINORMAL2, CG_BINORMAL3, CG_BINORMAL4, CG_BINORMAL5,
    CG_BINORMAL6, CG_BINORMAL7, CG_BINORMAL8, CG_BINORMAL9, CG_BINORMAL10, CG_BINORMAL11, CG_BINORMAL12,
    CG_BINORMAL13, CG_BINORMAL14, CG_BINORMAL15, CG_FOG0 = 2917, CG_FOG1, CG_FOG2, CG_FOG3, CG_FOG4, CG_FOG5, CG_FOG6,
    CG_FOG7, CG_FOG8, CG_FOG9, CG_FOG10, CG_FOG11, CG_FOG12, CG_FOG13, CG_FOG14, CG_FOG15, CG_DEPTH0, CG_DEPTH1,
    CG_DEPTH2, CG_DEPTH3, CG_DEPTH4, CG_DEPTH5, CG_DEPTH6, CG_DEPTH7, CG_DEPTH8, CG_DEPTH9, CG_DEPTH10, CG_DEPTH11,
    CG_DEPTH12, CG_DEPTH13, CG_DEPTH14, CG_DEPTH15, CG_SAMPLE0, CG_SAMPLE1, CG_SAMPLE2, CG_SAMPLE3, CG_SAMPLE4,
    CG_SAMPLE5, CG_SAMPLE6, CG_SAMPLE7, CG_SAMPLE8, CG_SAMPLE9, CG_SAMPLE10, CG_SAMPLE11, CG_SAMPLE12, CG_SAMPLE13,
    CG_SAMPLE14, CG_SAMPLE15, CG_BLENDWEIGHT0 = 3028, CG_BLENDWEIGHT1, CG_BLENDWEIGHT2, CG_BLENDWEIGHT3,
    CG_BLENDWEIGHT4, CG_BLENDWEIGHT5, CG_BLENDWEIGHT6, CG_BLENDWEIGHT7, CG_BLENDWEIGHT8, CG_BLENDWEIGHT9,
    CG_BLENDWEIGHT10, CG_BLENDWEIGHT11, CG_BLENDWEIGHT12, CG_BLENDWEIGHT13, CG_BLENDWEIGHT14, CG_BLENDWEIGHT15,
    CG_NORMAL0 = 3092, CG_NORMAL1, CG_NORMAL2, CG_NORMAL3, CG_NORMAL4, CG_NORMAL5, CG_NORMAL6, CG_NORMAL7, CG_NORMAL8,
    CG_NORMAL9, CG_NORMAL10, CG_NORMAL11, CG_NORMAL12, CG_NORMAL13, CG_NORMAL14, CG_NORMAL15, CG_FOGCOORD = 3156,
    CG_TEXCOORD0 = 3220, CG_TEXCOORD1, CG_TEXCOORD2, CG_TEXCOORD3, CG_TEXCOORD4, CG_TEXCOORD5, CG_TEXCOORD6,
    CG_TEXCOORD7, CG_TEXCOORD8, CG_TEXCOORD9, CG_TEXCOORD10, CG_TEXCOORD11, CG_TEXCOORD12, CG_TEXCOORD13,
    CG_TEXCOORD14, CG_TEXCOORD15, CG_TESSFACTOR = 3255, CG_UNDEFINED, CG_COMBINER_CONST0 = 3284, CG_COMBINER_CONST1,
    CG_COMBINER_STAGE_CONST0, CG_COMBINER_STAGE_CONST1, CG_OFFSET_TEXTURE_MATRIX, CG_OFFSET_TEXTURE_SCALE,
    CG_OFFSET_TEXTURE_BIAS, CG_CONST_EYE, CG_COVERAGE, CG_GLSL_UNIFORM = 3300, CG_GLSL_ATTRIB, CG_ENV,
    CG_HLSL_UNIFORM = 3559, CG_HLSL_ATTRIB, CG_SAMPLER_RES, CG_LASTCOL0 = 4400, CG_LASTCOL1, CG_LASTCOL2, CG_LASTCOL3,
    CG_LASTCOL4, CG_LASTCOL5, CG_LASTCOL6, CG_LASTCOL7, CG_FACE = 4410, CG_PRIMITIVEID, CG_INSTANCEID, CG_SAMPLEID,
    CG_VERTEXID, CG_LAYER, CG_SAMPLEMASK, CG_CONTROLPOINT_ID, CG_EDGETESS, CG_INNERTESS, CG_SAMPLEPOS, CG_NUMSAMPLES,
    CG_TEXUNIT16 = 4624, CG_TEXUNIT17, CG_TEXUNIT18, CG_TEXUNIT19, CG_TEXUNIT20, CG_TEXUNIT21, CG_TEXUNIT22,
    CG_TEXUNIT23, CG_TEXUNIT24, CG_TEXUNIT25, CG_TEXUNIT26, CG_TEXUNIT27, CG_TEXUNIT28, CG_TEXUNIT29, CG_TEXUNIT30,
    CG_TEXUNIT31
} CGresource;

/* Profiles. */
typedef enum CGprofile {
    CG_PROFILE_START = 6144, CG_PROFILE_UNKNOWN, CG_PROFILE_VP20, CG_PROFILE_FP20, CG_PROFILE_VP30, CG_PROFILE_FP30,
    CG_PROFILE_ARBVP1, CG_PROFILE_FP40, CG_PROFILE_VS_1_1 = 6153, CG_PROFILE_VS_2_0, CG_PROFILE_VS_2_X,
    CG_PROFILE_VS_2_SW, CG_PROFILE_VS_3_0, CG_PROFILE_HLSLV, CG_PROFILE_PS_1_1, CG_PROFILE_PS_1_2, CG_PROFILE_PS_1_3,
    CG_PROFILE_PS_2_0, CG_PROFILE_PS_2_X, CG_PROFILE_PS_2_SW, CG_PROFILE_PS_3_0, CG_PROFILE_HLSLF, CG_PROFILE_VS_4_0,
    CG_PROFILE_PS_4_0, CG_PROFILE_GS_4_0, CG_PROFILE_VS_5_0, CG_PROFILE_PS_5_0, CG_PROFILE_GS_5_0, CG_PROFILE_HS_5_0,
    CG_PROFILE_DS_5_0, CG_PROFILE_ARBFP1 = 7000, CG_PROFILE_VP40, CG_PROFILE_GENERIC, CG_PROFILE_GLSLV = 7007,
    CG_PROFILE_GLSLF, CG_PROFILE_GLSLC, CG_PROFILE_GP4FP, CG_PROFILE_GP4VP, CG_PROFILE_GP4GP, CG_PROFILE_GLSLG = 7016,
    CG_PROFILE_GP5FP, CG_PROFILE_GP5VP, CG_PROFILE_GP5GP, CG_PROFILE_GP5TCP, CG_PROFILE_GP5TEP,
    CG_PROFILE_GPU_FP = 7010, CG_PROFILE_GPU_VP, CG_PROFILE_GPU_GP, CG_PROFILE_MAX = 7100
} CGprofile;

/* Errors. */
typedef enum CGerror {
    CG_NO_ERROR = 0, CG_COMPILER_ERROR, CG_INVALID_PARAMETER_ERROR, CG_INVALID_PROFILE_ERROR, CG_PROGRAM_LOAD_ERROR,
    CG_PROGRAM_BIND_ERROR, CG_PROGRAM_NOT_LOADED_ERROR, CG_UNSUPPORTED_GL_EXTENSION_ERROR,
    CG_INVALID_VALUE_TYPE_ERROR, CG_NOT_MATRIX_PARAM_ERROR, CG_INVALID_ENUMERANT_ERROR, CG_NOT_4x4_MATRIX_ERROR,
    CG_FILE_READ_ERROR, CG_FILE_WRITE_ERROR, CG_NVPARSE_ERROR, CG_MEMORY_ALLOC_ERROR, CG_INVALID_CONTEXT_HANDLE_ERROR,
    CG_INVALID_PROGRAM_HANDLE_ERROR, CG_INVALID_PARAM_HANDLE_ERROR, CG_UNKNOWN_PROFILE_ERROR, CG_VAR_ARG_ERROR,
    CG_INVALID_DIMENSION_ERROR, CG_ARRAY_PARAM_ERROR, CG_OUT_OF_ARRAY_BOUNDS_ERROR, CG_CONFLICTING_TYPES_ERROR,
    CG_CONFLICTING_PARAMETER_TYPES_ERROR, CG_PARAMETER_IS_NOT_SHARED_ERROR, CG_INVALID_PARAMETER_VARIABILITY_ERROR,
    CG_CANNOT_DESTROY_PARAMETER_ERROR, CG_NOT_ROOT_PARAMETER_ERROR, CG_PARAMETERS_DO_NOT_MATCH_ERROR,
    CG_IS_NOT_PROGRAM_PARAMETER_ERROR, CG_INVALID_PARAMETER_TYPE_ERROR, CG_PARAMETER_IS_NOT_RESIZABLE_ARRAY_ERROR,
    CG_INVALID_SIZE_ERROR, CG_BIND_CREATES_CYCLE_ERROR, CG_ARRAY_TYPES_DO_NOT_MATCH_ERROR,
    CG_ARRAY_DIMENSIONS_DO_NOT_MATCH_ERROR, CG_ARRAY_HAS_WRONG_DIMENSION_ERROR,
    CG_TYPE_IS_NOT_DEFINED_IN_PROGRAM_ERROR, CG_INVALID_EFFECT_HANDLE_ERROR, CG_INVALID_STATE_HANDLE_ERROR,
    CG_INVALID_STATE_ASSIGNMENT_HANDLE_ERROR, CG_INVALID_PASS_HANDLE_ERROR, CG_INVALID_ANNOTATION_HANDLE_ERROR,
    CG_INVALID_TECHNIQUE_HANDLE_ERROR, CG_INVALID_PARAMETER_HANDLE_ERROR, CG_STATE_ASSIGNMENT_TYPE_MISMATCH_ERROR,
    CG_INVALID_FUNCTION_HANDLE_ERROR, CG_INVALID_TECHNIQUE_ERROR, CG_INVALID_POINTER_ERROR, CG_NOT_ENOUGH_DATA_ERROR,
    CG_NON_NUMERIC_PARAMETER_ERROR, CG_ARRAY_SIZE_MISMATCH_ERROR, CG_CANNOT_SET_NON_UNIFORM_PARAMETER_ERROR,
    CG_DUPLICATE_NAME_ERROR, CG_INVALID_OBJ_HANDLE_ERROR, CG_INVALID_BUFFER_HANDLE_ERROR,
    CG_BUFFER_INDEX_OUT_OF_RANGE_ERROR, CG_BUFFER_ALREADY_MAPPED_ERROR, CG_BUFFER_UPDATE_NOT_ALLOWED_ERROR,
    CG_GLSLG_UNCOMBINED_LOAD_ERROR
} CGerror;

typedef enum CGparameterclass {
    CG_PARAMETERCLASS_UNKNOWN = 0, CG_PARAMETERCLASS_SCALAR, CG_PARAMETERCLASS_VECTOR, CG_PARAMETERCLASS_MATRIX,
    CG_PARAMETERCLASS_STRUCT, CG_PARAMETERCLASS_ARRAY, CG_PARAMETERCLASS_SAMPLER, CG_PARAMETERCLASS_OBJECT,
    CG_PARAMETERCLASS_BUFFER
} CGparameterclass;

typedef enum CGdomain {
    CG_UNKNOWN_DOMAIN = 0, CG_FIRST_DOMAIN, CG_VERTEX_DOMAIN = 1, CG_FRAGMENT_DOMAIN, CG_GEOMETRY_DOMAIN,
    CG_TESSELLATION_CONTROL_DOMAIN, CG_TESSELLATION_EVALUATION_DOMAIN, CG_NUMBER_OF_DOMAINS
} CGdomain;

typedef enum CGbehavior {
    CG_BEHAVIOR_UNKNOWN = 0, CG_BEHAVIOR_LATEST, CG_BEHAVIOR_2200 = 1000, CG_BEHAVIOR_3000 = 2000,
    CG_BEHAVIOR_3100 = 3000, CG_BEHAVIOR_CURRENT = 3000
} CGbehavior;

typedef enum CGbufferusage {
    CG_BUFFER_USAGE_STREAM_DRAW = 0, CG_BUFFER_USAGE_STREAM_READ, CG_BUFFER_USAGE_STREAM_COPY,
    CG_BUFFER_USAGE_STATIC_DRAW, CG_BUFFER_USAGE_STATIC_READ, CG_BUFFER_USAGE_STATIC_COPY,
    CG_BUFFER_USAGE_DYNAMIC_DRAW, CG_BUFFER_USAGE_DYNAMIC_READ, CG_BUFFER_USAGE_DYNAMIC_COPY
} CGbufferusage;

typedef enum CGbufferaccess {
    CG_MAP_READ = 0, CG_MAP_WRITE, CG_MAP_READ_WRITE, CG_MAP_WRITE_DISCARD, CG_MAP_WRITE_NO_OVERWRITE
} CGbufferaccess;

/* Functions of the application that the library calls. */
typedef void (CGENTRY *CGerrorCallbackFunc)(void);
typedef void (CGENTRY *CGerrorHandlerFunc)(CGcontext context, CGerror error, void *data);
typedef void (CGENTRY *CGIncludeCallbackFunc)(CGcontext context, const char *filename);
typedef CGbool (CGENTRY *CGstatecallback)(CGstateassignment assignment);

/* Contexts. */
CGDLL_API CGcontext cgCreateContext(void);
CGDLL_API void cgDestroyContext(CGcontext context);
CGDLL_API CGbool cgIsContext(CGcontext context);
CGDLL_API const char *cgGetLastListing(CGcontext context);
CGDLL_API void cgSetLastListing(CGhandle handle, const char *listing);
CGDLL_API void cgSetAutoCompile(CGcontext context, CGenum flag);
CGDLL_API CGenum cgGetAutoCompile(CGcontext context);
CGDLL_API void cgSetParameterSettingMode(CGcontext context, CGenum mode);
CGDLL_API CGenum cgGetParameterSettingMode(CGcontext context);
CGDLL_API void cgSetContextBehavior(CGcontext context, CGbehavior behavior);
CGDLL_API CGbehavior cgGetContextBehavior(CGcontext context);
CGDLL_API CGbehavior cgGetBehavior(const char *string);
CGDLL_API const char *cgGetBehaviorString(CGbehavior behavior);
CGDLL_API void cgSetCompilerIncludeString(CGcontext context, const char *name, const char *source);
CGDLL_API void cgSetCompilerIncludeFile(CGcontext context, const char *name, const char *filename);
CGDLL_API void cgSetCompilerIncludeCallback(CGcontext context, CGIncludeCallbackFunc func);
CGDLL_API CGIncludeCallbackFunc cgGetCompilerIncludeCallback(CGcontext context);
CGDLL_API CGenum cgSetLockingPolicy(CGenum policy);
CGDLL_API CGenum cgGetLockingPolicy(void);
CGDLL_API CGenum cgSetSemanticCasePolicy(CGenum policy);
CGDLL_API CGenum cgGetSemanticCasePolicy(void);

/* Errors. */
CGDLL_API CGerror cgGetError(void);
CGDLL_API CGerror cgGetFirstError(void);
CGDLL_API const char *cgGetErrorString(CGerror error);
CGDLL_API const char *cgGetLastErrorString(CGerror *error);
CGDLL_API void cgSetErrorCallback(CGerrorCallbackFunc func);
CGDLL_API CGerrorCallbackFunc cgGetErrorCallback(void);
CGDLL_API void cgSetErrorHandler(CGerrorHandlerFunc func, void *data);
CGDLL_API CGerrorHandlerFunc cgGetErrorHandler(void **data);

/* Names of numbers. */
CGDLL_API const char *cgGetString(CGenum name);
CGDLL_API CGenum cgGetEnum(const char *string);
CGDLL_API const char *cgGetEnumString(CGenum value);
CGDLL_API CGtype cgGetType(const char *string);
CGDLL_API const char *cgGetTypeString(CGtype type);
CGDLL_API CGresource cgGetResource(const char *string);
CGDLL_API const char *cgGetResourceString(CGresource resource);
CGDLL_API CGprofile cgGetProfile(const char *string);
CGDLL_API const char *cgGetProfileString(CGprofile profile);
CGDLL_API CGdomain cgGetDomain(const char *string);
CGDLL_API const char *cgGetDomainString(CGdomain domain);
CGDLL_API CGparameterclass cgGetParameterClassEnum(const char *string);
CGDLL_API const char *cgGetParameterClassString(CGparameterclass parameterclass);

/* Profiles. */
CGDLL_API int cgGetNumSupportedProfiles(void);
CGDLL_API CGprofile cgGetSupportedProfile(int index);
CGDLL_API CGbool cgIsProfileSupported(CGprofile profile);
CGDLL_API CGbool cgGetProfileProperty(CGprofile profile, CGenum query);
CGDLL_API CGdomain cgGetProfileDomain(CGprofile profile);
CGDLL_API CGprofile cgGetProfileSibling(CGprofile profile, CGdomain domain);
CGDLL_API int cgGetProgramBufferMaxSize(CGprofile profile);
CGDLL_API int cgGetProgramBufferMaxIndex(CGprofile profile);

/* Types. */
CGDLL_API CGtype cgGetTypeBase(CGtype type);
CGDLL_API CGparameterclass cgGetTypeClass(CGtype type);
CGDLL_API CGbool cgGetTypeSizes(CGtype type, int *n_rows, int *n_columns);
CGDLL_API CGbool cgGetMatrixSize(CGtype type, int *n_rows, int *n_columns);
CGDLL_API CGtype cgGetNamedUserType(CGhandle handle, const char *name);
CGDLL_API int cgGetNumUserTypes(CGhandle handle);
CGDLL_API CGtype cgGetUserType(CGhandle handle, int index);
CGDLL_API int cgGetNumParentTypes(CGtype type);
CGDLL_API CGtype cgGetParentType(CGtype type, int index);
CGDLL_API CGbool cgIsParentType(CGtype parent, CGtype child);
CGDLL_API CGbool cgIsInterfaceType(CGtype type);

/* Programs. */
CGDLL_API CGprogram cgCreateProgram(CGcontext context, CGenum program_type, const char *program, CGprofile profile, const char *entry, const char **args);
CGDLL_API CGprogram cgCreateProgramFromFile(CGcontext context, CGenum program_type, const char *filename, CGprofile profile, const char *entry, const char **args);
CGDLL_API CGprogram cgCopyProgram(CGprogram program);
CGDLL_API void cgDestroyProgram(CGprogram program);
CGDLL_API CGprogram cgGetFirstProgram(CGcontext context);
CGDLL_API CGprogram cgGetNextProgram(CGprogram program);
CGDLL_API CGcontext cgGetProgramContext(CGprogram program);
CGDLL_API CGbool cgIsProgram(CGprogram program);
CGDLL_API void cgCompileProgram(CGprogram program);
CGDLL_API CGbool cgIsProgramCompiled(CGprogram program);
CGDLL_API const char *cgGetProgramString(CGprogram program, CGenum name);
CGDLL_API CGprofile cgGetProgramProfile(CGprogram program);
CGDLL_API void cgSetProgramProfile(CGprogram program, CGprofile profile);
CGDLL_API const char *const *cgGetProgramOptions(CGprogram program);
CGDLL_API CGenum cgGetProgramInput(CGprogram program);
CGDLL_API CGenum cgGetProgramOutput(CGprogram program);
CGDLL_API int cgGetProgramOutputVertices(CGprogram program);
CGDLL_API void cgSetProgramOutputVertices(CGprogram program, int vertices);
CGDLL_API void cgUpdateProgramParameters(CGprogram program);
CGDLL_API void cgEvaluateProgram(CGprogram program, float *values, int n_components, int nx, int ny, int nz);
CGDLL_API CGdomain cgGetProgramDomain(CGprogram program);
CGDLL_API int cgGetNumProgramDomains(CGprogram program);
CGDLL_API CGprofile cgGetProgramDomainProfile(CGprogram program, int index);
CGDLL_API CGprogram cgGetProgramDomainProgram(CGprogram program, int index);
CGDLL_API CGprogram cgCombinePrograms(int n, const CGprogram *programs);
CGDLL_API CGprogram cgCombinePrograms2(CGprogram program1, CGprogram program2);
CGDLL_API CGprogram cgCombinePrograms3(CGprogram program1, CGprogram program2, CGprogram program3);
CGDLL_API CGprogram cgCombinePrograms4(CGprogram program1, CGprogram program2, CGprogram program3, CGprogram program4);
CGDLL_API CGprogram cgCombinePrograms5(CGprogram program1, CGprogram program2, CGprogram program3, CGprogram program4, CGprogram program5);
CGDLL_API CGobj cgCreateObj(CGcontext context, CGenum program_type, const char *source, CGprofile profile, const char **args);
CGDLL_API CGobj cgCreateObjFromFile(CGcontext context, CGenum program_type, const char *filename, CGprofile profile, const char **args);
CGDLL_API void cgDestroyObj(CGobj obj);

/* Parameters: making, connecting, finding. */
CGDLL_API CGparameter cgCreateParameter(CGcontext context, CGtype type);
CGDLL_API CGparameter cgCreateParameterArray(CGcontext context, CGtype type, int length);
CGDLL_API CGparameter cgCreateParameterMultiDimArray(CGcontext context, CGtype type, int dim, const int *lengths);
CGDLL_API void cgDestroyParameter(CGparameter param);
CGDLL_API void cgConnectParameter(CGparameter from, CGparameter to);
CGDLL_API void cgDisconnectParameter(CGparameter param);
CGDLL_API CGparameter cgGetConnectedParameter(CGparameter param);
CGDLL_API int cgGetNumConnectedToParameters(CGparameter param);
CGDLL_API CGparameter cgGetConnectedToParameter(CGparameter param, int index);
CGDLL_API CGparameter cgGetNamedParameter(CGprogram program, const char *name);
CGDLL_API CGparameter cgGetNamedProgramParameter(CGprogram program, CGenum name_space, const char *name);
CGDLL_API CGparameter cgGetFirstParameter(CGprogram program, CGenum name_space);
CGDLL_API CGparameter cgGetNextParameter(CGparameter param);
CGDLL_API CGparameter cgGetFirstLeafParameter(CGprogram program, CGenum name_space);
CGDLL_API CGparameter cgGetNextLeafParameter(CGparameter param);
CGDLL_API CGparameter cgGetFirstStructParameter(CGparameter param);
CGDLL_API CGparameter cgGetNamedStructParameter(CGparameter param, const char *name);
CGDLL_API CGparameter cgGetNamedSubParameter(CGparameter param, const char *name);
CGDLL_API CGparameter cgGetFirstDependentParameter(CGparameter param);
CGDLL_API CGparameter cgGetArrayParameter(CGparameter param, int index);
CGDLL_API int cgGetArrayDimension(CGparameter param);
CGDLL_API CGtype cgGetArrayType(CGparameter param);
CGDLL_API int cgGetArraySize(CGparameter param, int dimension);
CGDLL_API int cgGetArrayTotalSize(CGparameter param);
CGDLL_API void cgSetArraySize(CGparameter param, int size);
CGDLL_API void cgSetMultiDimArraySize(CGparameter param, const int *sizes);

/* Parameters: queries. */
CGDLL_API CGprogram cgGetParameterProgram(CGparameter param);
CGDLL_API CGcontext cgGetParameterContext(CGparameter param);
CGDLL_API CGeffect cgGetParameterEffect(CGparameter param);
CGDLL_API CGbool cgIsParameter(CGparameter param);
CGDLL_API const char *cgGetParameterName(CGparameter param);
CGDLL_API CGtype cgGetParameterType(CGparameter param);
CGDLL_API CGtype cgGetParameterBaseType(CGparameter param);
CGDLL_API CGtype cgGetParameterNamedType(CGparameter param);
CGDLL_API CGparameterclass cgGetParameterClass(CGparameter param);
CGDLL_API int cgGetParameterRows(CGparameter param);
CGDLL_API int cgGetParameterColumns(CGparameter param);
CGDLL_API const char *cgGetParameterSemantic(CGparameter param);
CGDLL_API CGresource cgGetParameterResource(CGparameter param);
CGDLL_API CGresource cgGetParameterBaseResource(CGparameter param);
CGDLL_API unsigned long cgGetParameterResourceIndex(CGparameter param);
CGDLL_API const char *cgGetParameterResourceName(CGparameter param);
CGDLL_API long cgGetParameterResourceSize(CGparameter param);
CGDLL_API CGtype cgGetParameterResourceType(CGparameter param);
CGDLL_API int cgGetParameterBufferIndex(CGparameter param);
CGDLL_API int cgGetParameterBufferOffset(CGparameter param);
CGDLL_API CGenum cgGetParameterVariability(CGparameter param);
CGDLL_API CGenum cgGetParameterDirection(CGparameter param);
CGDLL_API int cgGetParameterOrdinalNumber(CGparameter param);
CGDLL_API int cgGetParameterIndex(CGparameter param);
CGDLL_API CGbool cgIsParameterGlobal(CGparameter param);
CGDLL_API CGbool cgIsParameterReferenced(CGparameter param);
CGDLL_API CGbool cgIsParameterUsed(CGparameter param, CGhandle handle);
CGDLL_API CGenum cgGetMatrixParameterOrder(CGparameter param);
CGDLL_API void cgSetParameterVariability(CGparameter param, CGenum variability);
CGDLL_API void cgSetParameterSemantic(CGparameter param, const char *semantic);

/* Parameters: values. */
CGDLL_API const double *cgGetParameterValues(CGparameter param, CGenum value_type, int *n_values);
CGDLL_API int cgGetParameterDefaultValuedr(CGparameter param, int n, double *values);
CGDLL_API int cgGetParameterDefaultValuedc(CGparameter param, int n, double *values);
CGDLL_API int cgGetParameterDefaultValuefr(CGparameter param, int n, float *values);
CGDLL_API int cgGetParameterDefaultValuefc(CGparameter param, int n, float *values);
CGDLL_API int cgGetParameterDefaultValueir(CGparameter param, int n, int *values);
CGDLL_API int cgGetParameterDefaultValueic(CGparameter param, int n, int *values);
CGDLL_API int cgGetParameterValuedr(CGparameter param, int n, double *values);
CGDLL_API int cgGetParameterValuedc(CGparameter param, int n, double *values);
CGDLL_API int cgGetParameterValuefr(CGparameter param, int n, float *values);
CGDLL_API int cgGetParameterValuefc(CGparameter param, int n, float *values);
CGDLL_API int cgGetParameterValueir(CGparameter param, int n, int *values);
CGDLL_API int cgGetParameterValueic(CGparameter param, int n, int *values);
CGDLL_API void cgSetParameterValuedr(CGparameter param, int n, const double *values);
CGDLL_API void cgSetParameterValuedc(CGparameter param, int n, const double *values);
CGDLL_API void cgSetParameterValuefr(CGparameter param, int n, const float *values);
CGDLL_API void cgSetParameterValuefc(CGparameter param, int n, const float *values);
CGDLL_API void cgSetParameterValueir(CGparameter param, int n, const int *values);
CGDLL_API void cgSetParameterValueic(CGparameter param, int n, const int *values);
CGDLL_API void cgSetParameter1f(CGparameter param, float x);
CGDLL_API void cgSetParameter2f(CGparameter param, float x, float y);
CGDLL_API void cgSetParameter3f(CGparameter param, float x, float y, float z);
CGDLL_API void cgSetParameter4f(CGparameter param, float x, float y, float z, float w);
CGDLL_API void cgSetParameter1d(CGparameter param, double x);
CGDLL_API void cgSetParameter2d(CGparameter param, double x, double y);
CGDLL_API void cgSetParameter3d(CGparameter param, double x, double y, double z);
CGDLL_API void cgSetParameter4d(CGparameter param, double x, double y, double z, double w);
CGDLL_API void cgSetParameter1i(CGparameter param, int x);
CGDLL_API void cgSetParameter2i(CGparameter param, int x, int y);
CGDLL_API void cgSetParameter3i(CGparameter param, int x, int y, int z);
CGDLL_API void cgSetParameter4i(CGparameter param, int x, int y, int z, int w);
CGDLL_API void cgSetParameter1fv(CGparameter param, const float *values);
CGDLL_API void cgSetParameter2fv(CGparameter param, const float *values);
CGDLL_API void cgSetParameter3fv(CGparameter param, const float *values);
CGDLL_API void cgSetParameter4fv(CGparameter param, const float *values);
CGDLL_API void cgSetParameter1dv(CGparameter param, const double *values);
CGDLL_API void cgSetParameter2dv(CGparameter param, const double *values);
CGDLL_API void cgSetParameter3dv(CGparameter param, const double *values);
CGDLL_API void cgSetParameter4dv(CGparameter param, const double *values);
CGDLL_API void cgSetParameter1iv(CGparameter param, const int *values);
CGDLL_API void cgSetParameter2iv(CGparameter param, const int *values);
CGDLL_API void cgSetParameter3iv(CGparameter param, const int *values);
CGDLL_API void cgSetParameter4iv(CGparameter param, const int *values);
CGDLL_API void cgSetMatrixParameterdr(CGparameter param, const double *matrix);
CGDLL_API void cgSetMatrixParameterdc(CGparameter param, const double *matrix);
CGDLL_API void cgSetMatrixParameterfr(CGparameter param, const float *matrix);
CGDLL_API void cgSetMatrixParameterfc(CGparameter param, const float *matrix);
CGDLL_API void cgSetMatrixParameterir(CGparameter param, const int *matrix);
CGDLL_API void cgSetMatrixParameteric(CGparameter param, const int *matrix);
CGDLL_API void cgGetMatrixParameterdr(CGparameter param, double *matrix);
CGDLL_API void cgGetMatrixParameterdc(CGparameter param, double *matrix);
CGDLL_API void cgGetMatrixParameterfr(CGparameter param, float *matrix);
CGDLL_API void cgGetMatrixParameterfc(CGparameter param, float *matrix);
CGDLL_API void cgGetMatrixParameterir(CGparameter param, int *matrix);
CGDLL_API void cgGetMatrixParameteric(CGparameter param, int *matrix);
CGDLL_API const char *cgGetStringParameterValue(CGparameter param);
CGDLL_API void cgSetStringParameterValue(CGparameter param, const char *value);

/* Buffers. */
CGDLL_API CGbuffer cgCreateBuffer(CGcontext context, int size, const void *data, CGbufferusage usage);
CGDLL_API void cgDestroyBuffer(CGbuffer buffer);
CGDLL_API CGbool cgIsBuffer(CGbuffer buffer);
CGDLL_API void cgSetBufferData(CGbuffer buffer, int size, const void *data);
CGDLL_API void cgSetBufferSubData(CGbuffer buffer, int offset, int size, const void *data);
CGDLL_API void *cgMapBuffer(CGbuffer buffer, CGbufferaccess access);
CGDLL_API void cgUnmapBuffer(CGbuffer buffer);
CGDLL_API int cgGetBufferSize(CGbuffer buffer);
CGDLL_API void cgSetProgramBuffer(CGprogram program, int index, CGbuffer buffer);
CGDLL_API CGbuffer cgGetProgramBuffer(CGprogram program, int index);
CGDLL_API void cgSetUniformBufferParameter(CGparameter param, CGbuffer buffer);
CGDLL_API CGbuffer cgGetUniformBufferParameter(CGparameter param);
CGDLL_API const char *cgGetUniformBufferBlockName(CGparameter param);
CGDLL_API CGparameter cgGetFirstUniformBufferParameter(CGparameter param);
CGDLL_API CGparameter cgGetNamedUniformBufferParameter(CGparameter param, const char *name);
CGDLL_API CGparameter cgGetNamedProgramUniformBuffer(CGprogram program, const char *name);
CGDLL_API CGparameter cgGetNamedEffectUniformBuffer(CGeffect effect, const char *name);
CGDLL_API void cgSetEffectParameterBuffer(CGparameter param, CGbuffer buffer);
CGDLL_API CGbuffer cgGetEffectParameterBuffer(CGparameter param);

/* Effects. */
CGDLL_API CGeffect cgCreateEffect(CGcontext context, const char *source, const char **args);
CGDLL_API CGeffect cgCreateEffectFromFile(CGcontext context, const char *filename, const char **args);
CGDLL_API CGeffect cgCopyEffect(CGeffect effect);
CGDLL_API void cgDestroyEffect(CGeffect effect);
CGDLL_API CGbool cgIsEffect(CGeffect effect);
CGDLL_API CGcontext cgGetEffectContext(CGeffect effect);
CGDLL_API CGeffect cgGetFirstEffect(CGcontext context);
CGDLL_API CGeffect cgGetNextEffect(CGeffect effect);
CGDLL_API CGeffect cgGetNamedEffect(CGcontext context, const char *name);
CGDLL_API CGbool cgSetEffectName(CGeffect effect, const char *name);
CGDLL_API const char *cgGetEffectName(CGeffect effect);
CGDLL_API CGprogram cgCreateProgramFromEffect(CGeffect effect, CGprofile profile, const char *entry, const char **args);
CGDLL_API CGparameter cgGetNamedEffectParameter(CGeffect effect, const char *name);
CGDLL_API CGparameter cgGetFirstEffectParameter(CGeffect effect);
CGDLL_API CGparameter cgGetFirstLeafEffectParameter(CGeffect effect);
CGDLL_API CGparameter cgGetEffectParameterBySemantic(CGeffect effect, const char *semantic);
CGDLL_API CGparameter cgCreateEffectParameter(CGeffect effect, const char *name, CGtype type);
CGDLL_API CGparameter cgCreateEffectParameterArray(CGeffect effect, const char *name, CGtype type, int length);
CGDLL_API CGparameter cgCreateEffectParameterMultiDimArray(CGeffect effect, const char *name, CGtype type, int dim, const int *lengths);

/* Techniques and passes. */
CGDLL_API CGtechnique cgCreateTechnique(CGeffect effect, const char *name);
CGDLL_API CGtechnique cgGetFirstTechnique(CGeffect effect);
CGDLL_API CGtechnique cgGetNextTechnique(CGtechnique technique);
CGDLL_API CGtechnique cgGetNamedTechnique(CGeffect effect, const char *name);
CGDLL_API const char *cgGetTechniqueName(CGtechnique technique);
CGDLL_API CGbool cgIsTechnique(CGtechnique technique);
CGDLL_API CGbool cgValidateTechnique(CGtechnique technique);
CGDLL_API CGbool cgIsTechniqueValidated(CGtechnique technique);
CGDLL_API CGeffect cgGetTechniqueEffect(CGtechnique technique);
CGDLL_API CGpass cgCreatePass(CGtechnique technique, const char *name);
CGDLL_API CGpass cgGetFirstPass(CGtechnique technique);
CGDLL_API CGpass cgGetNextPass(CGpass pass);
CGDLL_API CGpass cgGetNamedPass(CGtechnique technique, const char *name);
CGDLL_API CGbool cgIsPass(CGpass pass);
CGDLL_API const char *cgGetPassName(CGpass pass);
CGDLL_API CGtechnique cgGetPassTechnique(CGpass pass);
CGDLL_API CGprogram cgGetPassProgram(CGpass pass, CGdomain domain);
CGDLL_API void cgSetPassState(CGpass pass);
CGDLL_API void cgResetPassState(CGpass pass);
CGDLL_API void cgSetPassProgramParameters(CGprogram program);
CGDLL_API void cgUpdatePassParameters(CGpass pass);

/* States. */
CGDLL_API CGstate cgCreateState(CGcontext context, const char *name, CGtype type);
CGDLL_API CGstate cgCreateArrayState(CGcontext context, const char *name, CGtype type, int n);
CGDLL_API CGstate cgCreateSamplerState(CGcontext context, const char *name, CGtype type);
CGDLL_API CGstate cgCreateArraySamplerState(CGcontext context, const char *name, CGtype type, int n);
CGDLL_API void cgSetStateCallbacks(CGstate state, CGstatecallback set, CGstatecallback reset, CGstatecallback validate);
CGDLL_API CGstatecallback cgGetStateSetCallback(CGstate state);
CGDLL_API CGstatecallback cgGetStateResetCallback(CGstate state);
CGDLL_API CGstatecallback cgGetStateValidateCallback(CGstate state);
CGDLL_API void cgSetStateLatestProfile(CGstate state, CGprofile profile);
CGDLL_API CGprofile cgGetStateLatestProfile(CGstate state);
CGDLL_API CGcontext cgGetStateContext(CGstate state);
CGDLL_API CGtype cgGetStateType(CGstate state);
CGDLL_API const char *cgGetStateName(CGstate state);
CGDLL_API CGstate cgGetNamedState(CGcontext context, const char *name);
CGDLL_API CGstate cgGetFirstState(CGcontext context);
CGDLL_API CGstate cgGetNextState(CGstate state);
CGDLL_API CGstate cgGetNamedSamplerState(CGcontext context, const char *name);
CGDLL_API CGstate cgGetFirstSamplerState(CGcontext context);
CGDLL_API CGbool cgIsState(CGstate state);
CGDLL_API void cgAddStateEnumerant(CGstate state, const char *name, int value);
CGDLL_API int cgGetNumStateEnumerants(CGstate state);
CGDLL_API const char *cgGetStateEnumerant(CGstate state, int index, int *value);
CGDLL_API const char *cgGetStateEnumerantName(CGstate state, int value);
CGDLL_API int cgGetStateEnumerantValue(CGstate state, const char *name);

/* State assignments. */
CGDLL_API CGstateassignment cgCreateStateAssignment(CGpass pass, CGstate state);
CGDLL_API CGstateassignment cgCreateStateAssignmentIndex(CGpass pass, CGstate state, int index);
CGDLL_API CGstateassignment cgCreateSamplerStateAssignment(CGparameter param, CGstate state);
CGDLL_API CGstateassignment cgGetFirstStateAssignment(CGpass pass);
CGDLL_API CGstateassignment cgGetNamedStateAssignment(CGpass pass, const char *name);
CGDLL_API CGstateassignment cgGetNextStateAssignment(CGstateassignment assignment);
CGDLL_API CGstateassignment cgGetFirstSamplerStateAssignment(CGparameter param);
CGDLL_API CGstateassignment cgGetNamedSamplerStateAssignment(CGparameter param, const char *name);
CGDLL_API CGbool cgIsStateAssignment(CGstateassignment assignment);
CGDLL_API CGbool cgCallStateSetCallback(CGstateassignment assignment);
CGDLL_API CGbool cgCallStateValidateCallback(CGstateassignment assignment);
CGDLL_API CGbool cgCallStateResetCallback(CGstateassignment assignment);
CGDLL_API CGpass cgGetStateAssignmentPass(CGstateassignment assignment);
CGDLL_API CGparameter cgGetSamplerStateAssignmentParameter(CGstateassignment assignment);
CGDLL_API CGstate cgGetStateAssignmentState(CGstateassignment assignment);
CGDLL_API CGstate cgGetSamplerStateAssignmentState(CGstateassignment assignment);
CGDLL_API int cgGetStateAssignmentIndex(CGstateassignment assignment);
CGDLL_API const float *cgGetFloatStateAssignmentValues(CGstateassignment assignment, int *n_values);
CGDLL_API const int *cgGetIntStateAssignmentValues(CGstateassignment assignment, int *n_values);
CGDLL_API const CGbool *cgGetBoolStateAssignmentValues(CGstateassignment assignment, int *n_values);
CGDLL_API const char *cgGetStringStateAssignmentValue(CGstateassignment assignment);
CGDLL_API CGprogram cgGetProgramStateAssignmentValue(CGstateassignment assignment);
CGDLL_API CGparameter cgGetTextureStateAssignmentValue(CGstateassignment assignment);
CGDLL_API CGparameter cgGetSamplerStateAssignmentValue(CGstateassignment assignment);
CGDLL_API int cgGetNumDependentStateAssignmentParameters(CGstateassignment assignment);
CGDLL_API CGparameter cgGetDependentStateAssignmentParameter(CGstateassignment assignment, int index);
CGDLL_API int cgGetNumDependentProgramArrayStateAssignmentParameters(CGstateassignment assignment);
CGDLL_API CGparameter cgGetDependentProgramArrayStateAssignmentParameter(CGstateassignment assignment, int index);
CGDLL_API CGparameter cgGetConnectedStateAssignmentParameter(CGstateassignment assignment);
CGDLL_API CGbool cgSetFloatStateAssignment(CGstateassignment assignment, float value);
CGDLL_API CGbool cgSetIntStateAssignment(CGstateassignment assignment, int value);
CGDLL_API CGbool cgSetBoolStateAssignment(CGstateassignment assignment, CGbool value);
CGDLL_API CGbool cgSetStringStateAssignment(CGstateassignment assignment, const char *value);
CGDLL_API CGbool cgSetProgramStateAssignment(CGstateassignment assignment, CGprogram value);
CGDLL_API CGbool cgSetSamplerStateAssignment(CGstateassignment assignment, CGparameter value);
CGDLL_API CGbool cgSetTextureStateAssignment(CGstateassignment assignment, CGparameter value);
CGDLL_API CGbool cgSetFloatArrayStateAssignment(CGstateassignment assignment, const float *values);
CGDLL_API CGbool cgSetIntArrayStateAssignment(CGstateassignment assignment, const int *values);
CGDLL_API CGbool cgSetBoolArrayStateAssignment(CGstateassignment assignment, const CGbool *values);
CGDLL_API void cgSetSamplerState(CGparameter param);

/* Annotations. */
CGDLL_API CGannotation cgCreateEffectAnnotation(CGeffect effect, const char *name, CGtype type);
CGDLL_API CGannotation cgCreateTechniqueAnnotation(CGtechnique technique, const char *name, CGtype type);
CGDLL_API CGannotation cgCreatePassAnnotation(CGpass pass, const char *name, CGtype type);
CGDLL_API CGannotation cgCreateParameterAnnotation(CGparameter param, const char *name, CGtype type);
CGDLL_API CGannotation cgCreateProgramAnnotation(CGprogram program, const char *name, CGtype type);
CGDLL_API CGannotation cgGetFirstEffectAnnotation(CGeffect effect);
CGDLL_API CGannotation cgGetFirstTechniqueAnnotation(CGtechnique technique);
CGDLL_API CGannotation cgGetFirstPassAnnotation(CGpass pass);
CGDLL_API CGannotation cgGetFirstParameterAnnotation(CGparameter param);
CGDLL_API CGannotation cgGetFirstProgramAnnotation(CGprogram program);
CGDLL_API CGannotation cgGetNextAnnotation(CGannotation annotation);
CGDLL_API CGannotation cgGetNamedEffectAnnotation(CGeffect effect, const char *name);
CGDLL_API CGannotation cgGetNamedTechniqueAnnotation(CGtechnique technique, const char *name);
CGDLL_API CGannotation cgGetNamedPassAnnotation(CGpass pass, const char *name);
CGDLL_API CGannotation cgGetNamedParameterAnnotation(CGparameter param, const char *name);
CGDLL_API CGannotation cgGetNamedProgramAnnotation(CGprogram program, const char *name);
CGDLL_API CGbool cgIsAnnotation(CGannotation annotation);
CGDLL_API const char *cgGetAnnotationName(CGannotation annotation);
CGDLL_API CGtype cgGetAnnotationType(CGannotation annotation);
CGDLL_API const float *cgGetFloatAnnotationValues(CGannotation annotation, int *n_values);
CGDLL_API const int *cgGetIntAnnotationValues(CGannotation annotation, int *n_values);
CGDLL_API const CGbool *cgGetBoolAnnotationValues(CGannotation annotation, int *n_values);
CGDLL_API const int *cgGetBooleanAnnotationValues(CGannotation annotation, int *n_values);
CGDLL_API const char *cgGetStringAnnotationValue(CGannotation annotation);
CGDLL_API const char *const *cgGetStringAnnotationValues(CGannotation annotation, int *n_values);
CGDLL_API int cgGetNumDependentAnnotationParameters(CGannotation annotation);
CGDLL_API CGparameter cgGetDependentAnnotationParameter(CGannotation annotation, int index);
CGDLL_API CGbool cgSetFloatAnnotation(CGannotation annotation, float value);
CGDLL_API CGbool cgSetIntAnnotation(CGannotation annotation, int value);
CGDLL_API CGbool cgSetBoolAnnotation(CGannotation annotation, CGbool value);
CGDLL_API CGbool cgSetStringAnnotation(CGannotation annotation, const char *value);

#ifdef __cplusplus
}
#endif

#endif
