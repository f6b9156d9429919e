/* The lotus' vertex program again, in GLSL 1.30. With it `scripts/bless scenes` lets Mesa, which has no NV_vertex_program2, draw the
 * expected picture. The steps have the order of the program, so that the pictures differ by rounding only. */
static const char reference_text[] =
    "#version 130\n"
    "uniform vec4 local[12];\n"
    "uniform vec4 env[16];\n"
    "out float gl_ClipDistance[1];\n"
    "float ripple, across;\n"
    "vec3 surface(vec2 at)\n"
    "{\n"
    "    float turn = fract(at.x * local[0].x + local[0].y), a = local[1].x + local[0].w * at.y, round = at.x * 6.28318531;\n"
    "    across = 2.0 * turn - 1.0;\n"
    "    float square = across * across;\n"
    "    float r = local[1].y + local[0].z * (sin(a) - sin(local[1].x)), y = local[0].z * (cos(local[1].x) - cos(a));\n"
    "    y += local[1].z * square * at.y;\n"
    "    r += r * local[1].w * (1.0 - square) * at.y;\n"
    "    vec3 p = vec3(r * cos(round), y, r * sin(round));\n"
    "    ripple = 0.0;\n"
    "    for (int i = 0; i < 4; i++) {\n"
    "        float d = distance(p.xz, env[2 * i].xy), near = 1.0 - d * env[2 * i + 1].y;\n"
    "        if (near > 0.0) ripple += env[2 * i + 1].x * near * near * sin(env[2 * i].z * d - env[2 * i].w);\n"
    "    }\n"
    "    p.y += local[2].z * ripple;\n"
    "    return p;\n"
    "}\n"
    "vec3 diffuse, specular;\n"
    "void shade(vec3 n, vec3 p, vec3 view)\n"
    "{\n"
    "    diffuse = local[10].xyz + local[9].w;\n"
    "    specular = vec3(0.0);\n"
    "    for (int i = 0; i < 4; i++) {\n"
    "        vec4 where = env[8 + 2 * i], colour = env[9 + 2 * i];\n"
    "        vec3 l = where.xyz - p;\n"
    "        float far2 = dot(l, l), weaken = 1.0 / (1.0 + where.w * far2);\n"
    "        l *= inversesqrt(far2);\n"
    "        float lit = dot(n, l);\n"
    "        if (lit > 0.0)\n"
    "            specular += colour.xyz * weaken * local[9].y * pow(max(dot(n, normalize(l + view)), 0.0), local[9].x);\n"
    "        else\n"
    "            lit *= -local[9].z;\n"
    "        diffuse += colour.xyz * weaken * lit;\n"
    "    }\n"
    "}\n"
    "void main()\n"
    "{\n"
    "    vec2 at = gl_Vertex.xy;\n"
    "    vec3 u = surface(at + vec2(0.002, 0.0)), v = surface(at + vec2(0.0, 0.002)), p = surface(at);\n"
    "    float edge = local[2].x + local[2].y * sqrt(max(1.0 - abs(across), 1e-6)) + local[2].w * ripple - at.y;\n"
    "    vec3 n = normalize(gl_NormalMatrix * cross(u - p, v - p));\n"
    "    vec4 seen = gl_ModelViewMatrix * vec4(p, 1.0);\n"
    "    vec3 view = normalize(-seen.xyz);\n"
    "    float away = 1.0 - abs(dot(n, view)), blend = at.y * at.y;\n"
    "    away *= away;\n"
    "    shade(n, seen.xyz, view);\n"
    "    gl_FrontColor = vec4(mix(local[7].xyz, local[8].xyz, blend) * diffuse, local[11].z + local[11].w * away * away);\n"
    "    gl_FrontSecondaryColor = vec4(specular, 0.0);\n"
    "    shade(-n, seen.xyz, view);\n"
    "    gl_BackColor = vec4(mix(local[5].xyz, local[6].xyz, blend) * diffuse, local[11].z + local[11].w * away * away);\n"
    "    gl_BackSecondaryColor = vec4(specular, 0.0);\n"
    "    gl_Position = gl_ModelViewProjectionMatrix * vec4(p, 1.0);\n"
    "    gl_ClipDistance[0] = edge;\n"
    "    gl_TexCoord[0] = vec4(at * local[11].xy, edge, 1.0);\n"
    "    gl_FogFragCoord = -seen.z;\n"
    "}\n";

static GLuint program;

static void uniform(const char *array, int i, float x, float y, float z, float w)
{
    char name[16];
    snprintf(name, sizeof name, "%s[%d]", array, i);
    glUniform4f(glGetUniformLocation(program, name), x, y, z, w);
}

static void local(int i, float x, float y, float z, float w) { uniform("local", i, x, y, z, w); }
static void env(int i, float x, float y, float z, float w) { uniform("env", i, x, y, z, w); }

static void vertex_stage(int on)
{
    if (!program) {
        const char *text = reference_text;
        char log[1000] = "";
        GLuint shader = glCreateShader(GL_VERTEX_SHADER);
        glShaderSource(shader, 1, &text, NULL);
        glCompileShader(shader);
        glGetShaderInfoLog(shader, sizeof log, NULL, log);
        program = glCreateProgram();
        glAttachShader(program, shader);
        glLinkProgram(program);
        if (*log) fprintf(stderr, "%s", log);
    }
    glUseProgram(on ? program : 0);
    (on ? glEnable : glDisable)(GL_VERTEX_PROGRAM_TWO_SIDE_ARB);
}
