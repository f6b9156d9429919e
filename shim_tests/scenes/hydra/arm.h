/* Bodies in their rest pose, straight up, with the bones that each vertex hangs on; and their bones in motion. */

enum { BONES = 16, ARM_ROWS = 120, ARM_SIDES = 40 };

typedef struct { vec3 position; float weights[3], indices[4]; vec3 normal, tangent; float s, t, radius, light; } arm_vertex;

typedef struct { GLuint vertices, indices; GLsizei n; } arm_mesh;

typedef float matrix34[3][4];

static const float arm_length = 2.0f;

/* Weights of a cubic spline: four bones beside each other, so that no bend has an edge. */
static void hang(arm_vertex *v, float along)
{
    float at = along * (BONES - 1), f;
    int first = (int)floorf(at);
    if (first > BONES - 2) first = BONES - 2;
    f = at - first;
    float w[4] = {(1 - f) * (1 - f) * (1 - f) / 6, (3 * f * f * f - 6 * f * f + 4) / 6, (-3 * f * f * f + 3 * f * f + 3 * f + 1) / 6,
        f * f * f / 6};
    for (int i = 0; i < 4; i++) {
        int bone = first - 1 + i;
        v->indices[i] = (float)(bone < 0 ? 0 : bone >= BONES ? BONES - 1 : bone);
        if (i < 3) v->weights[i] = w[i];
    }
}

/* The round end of a body from `start` on. */
static float rounded(float along, float start)
{
    float x = (along - start) / (1 - start);
    return x > 0 ? sqrtf(fmaxf(1 - x * x, 0)) : 1;
}

/* The radius of each body along its axis, and the light of its spots. */
typedef struct { float radius, light; } girth;

/* An arm: thick at the root, thin before the tip, which is a bud. */
static girth arm_girth(float along)
{
    float bud = 0.040f * expf(-powf((along - 0.93f) / 0.045f, 2)), r = 0.088f * powf(1.02f - along, 0.75f) + 0.017f + bud;
    girth g = {r * rounded(along, 0.93f) * (1 + 0.025f * sinf(along * 70)),
        0.22f + 0.70f * along * along + 1.5f * expf(-powf((along - 0.95f) / 0.06f, 2))};
    return g;
}

/* The stalk: a foot that spreads, a waist, and the head with the root of each arm. */
static girth stalk_girth(float along)
{
    float foot = 0.42f * expf(-along * 9), head = 0.17f * expf(-powf((along - 0.82f) / 0.17f, 2));
    girth g = {(0.135f + foot + head) * rounded(along, 0.80f) * (1 + 0.012f * sinf(along * 60)), 0.35f * smooth(0.3f, 0.9f, along)};
    return g;
}

static girth stone_girth(float along)
{
    float x = 2 * along - 1;
    girth g = {1.25f * sqrtf(fmaxf(1 - x * x, 0)) * (1 + 0.07f * sinf(9 * along)), 0};
    return g;
}

static arm_mesh make_body(girth (*girth_at)(float), float repeat_s, float repeat_t)
{
    enum { N = (ARM_ROWS + 1) * (ARM_SIDES + 1), QUADS = ARM_ROWS * ARM_SIDES };
    static arm_vertex all[N];
    static unsigned indices[QUADS * 6];
    arm_mesh made = {.n = QUADS * 6};
    for (int i = 0; i < N; i++) {
        float along = (float)(i / (ARM_SIDES + 1)) / ARM_ROWS, turn = (float)(i % (ARM_SIDES + 1)) / ARM_SIDES, a = 2 * (float)M_PI * turn;
        float low = fmaxf(along - 0.004f, 0), high = fminf(along + 0.004f, 1);
        float slope = (girth_at(high).radius - girth_at(low).radius) / ((high - low) * arm_length);
        girth g = girth_at(along);
        arm_vertex *v = all + i;
        v->normal = normalized(v3(cosf(a), -slope, sinf(a)));
        v->tangent = v3(-sinf(a), 0, cosf(a));
        /* The displacement goes along the normal. Where that leans, the vertex begins elsewhere on the axis. */
        v->radius = g.radius / hypotf(v->normal.x, v->normal.z);
        v->position = v3(0, along * arm_length - v->radius * v->normal.y, 0);
        v->light = g.light;
        v->s = repeat_s * turn;
        v->t = repeat_t * along;
        hang(v, along);
    }
    for (int i = 0; i < QUADS; i++) {
        unsigned a = (unsigned)(i / ARM_SIDES * (ARM_SIDES + 1) + i % ARM_SIDES), b = a + ARM_SIDES + 1;
        unsigned quad[6] = {a, b, a + 1, a + 1, b, b + 1};
        memcpy(indices + 6 * i, quad, sizeof quad);
    }
    glGenBuffersARB(1, &made.vertices);
    glGenBuffersARB(1, &made.indices);
    glBindBufferARB(GL_ARRAY_BUFFER_ARB, made.vertices);
    glBindBufferARB(GL_ELEMENT_ARRAY_BUFFER_ARB, made.indices);
    glBufferDataARB(GL_ARRAY_BUFFER_ARB, sizeof all, all, GL_STATIC_DRAW_ARB);
    glBufferDataARB(GL_ELEMENT_ARRAY_BUFFER_ARB, sizeof indices, indices, GL_STATIC_DRAW_ARB);
    glBindBufferARB(GL_ARRAY_BUFFER_ARB, 0);
    glBindBufferARB(GL_ELEMENT_ARRAY_BUFFER_ARB, 0);
    return made;
}

/* Attributes have the places of their semantics: weights, indices and tangents are generic attributes 1, 7 and 14. */
static void draw_arm(const arm_mesh *arm)
{
    const char *base = NULL;
    enum { STRIDE = sizeof(arm_vertex) };
    glPushClientAttrib(GL_CLIENT_VERTEX_ARRAY_BIT);
    glBindBufferARB(GL_ARRAY_BUFFER_ARB, arm->vertices);
    glBindBufferARB(GL_ELEMENT_ARRAY_BUFFER_ARB, arm->indices);
    glVertexPointer(3, GL_FLOAT, STRIDE, base + offsetof(arm_vertex, position));
    glNormalPointer(GL_FLOAT, STRIDE, base + offsetof(arm_vertex, normal));
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_NORMAL_ARRAY);
    glVertexAttribPointerARB(1, 3, GL_FLOAT, 0, STRIDE, base + offsetof(arm_vertex, weights));
    glVertexAttribPointerARB(7, 4, GL_FLOAT, 0, STRIDE, base + offsetof(arm_vertex, indices));
    glVertexAttribPointerARB(14, 3, GL_FLOAT, 0, STRIDE, base + offsetof(arm_vertex, tangent));
    glEnableVertexAttribArrayARB(1);
    glEnableVertexAttribArrayARB(7);
    glEnableVertexAttribArrayARB(14);
    glClientActiveTextureARB(GL_TEXTURE1_ARB);
    glTexCoordPointer(2, GL_FLOAT, STRIDE, base + offsetof(arm_vertex, radius));
    glEnableClientState(GL_TEXTURE_COORD_ARRAY);
    glClientActiveTextureARB(GL_TEXTURE0_ARB);
    glTexCoordPointer(2, GL_FLOAT, STRIDE, base + offsetof(arm_vertex, s));
    glEnableClientState(GL_TEXTURE_COORD_ARRAY);
    glDrawElements(GL_TRIANGLES, arm->n, GL_UNSIGNED_INT, 0);
    glPopClientAttrib();
}

/* Turns a frame, whose columns are the axes of a bone, about two of them. */
static void bend(vec3 axes[3], float about_x, float about_z)
{
    float c = cosf(about_x), s = sinf(about_x);
    vec3 y = plus(v3(axes[1].x * c, axes[1].y * c, axes[1].z * c), axes[2], s), z = plus(v3(axes[2].x * c, axes[2].y * c, axes[2].z * c), axes[1], -s);
    axes[1] = y;
    axes[2] = z;
    c = cosf(about_z);
    s = sinf(about_z);
    vec3 x = plus(v3(axes[0].x * c, axes[0].y * c, axes[0].z * c), axes[1], s);
    y = plus(v3(axes[1].x * c, axes[1].y * c, axes[1].z * c), axes[0], -s);
    axes[0] = x;
    axes[1] = y;
}

/* How a body stands, curls and sways. `size` is its length compared with that of the mesh. */
typedef struct { vec3 root; float heading, lean, curl, twist, sway, phase, size; } pose;

/* The bones of an arm, from its rest pose to the world. */
static void pose_bones(const pose *p, float time, matrix34 bones[BONES])
{
    float c = cosf(p->heading), s = sinf(p->heading), step = arm_length / (BONES - 1);
    vec3 axes[3] = {v3(c, 0, -s), v3(0, 1, 0), v3(s, 0, c)}, at = p->root;
    bend(axes, p->lean, 0);
    for (int i = 0; i < BONES; i++) {
        float along = (float)i / (BONES - 1), wave = sinf(1.1f * time + p->phase - 4.2f * along);
        bend(axes, (p->curl * along * along + 0.055f * p->sway * wave), p->twist * along + 0.05f * p->sway * cosf(0.8f * time + p->phase - 3 * along));
        const float *x = &axes[0].x, *y = &axes[1].x, *z = &axes[2].x, *o = &at.x;
        for (int r = 0; r < 3; r++) {
            bones[i][r][0] = x[r] * p->size;
            bones[i][r][1] = y[r] * p->size;
            bones[i][r][2] = z[r] * p->size;
            bones[i][r][3] = o[r] - y[r] * p->size * step * i;
        }
        at = plus(at, axes[1], step * p->size);
    }
}
