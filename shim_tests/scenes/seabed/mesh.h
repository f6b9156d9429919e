/* Curved surfaces as vertex buffers: positions from a function, normals and tangents from their differences. */

typedef struct { vec3 position, normal, tangent; float sway, s, t; unsigned char colour[4]; } vertex;

typedef struct { GLuint vertices, indices; GLsizei n; } mesh;

/* A point of a surface: u and v run from 0 to 1. The colour's alpha is the gloss; `sway` is the share of the swell. */
typedef struct { vec3 position; float r, g, b, gloss, sway; } point;
typedef point (*shape)(float u, float v);

/* How a surface is laid out. A closed one joins u = 1 to u = 0. Texture coordinates are u and v, or lengths along a measured surface. */
typedef enum { OPEN, CLOSED, MEASURED } layout;

static unsigned char byte(float x) { return (unsigned char)(255 * (x < 0 ? 0 : x > 1 ? 1 : x) + 0.5f); }

static vec3 unit_or(vec3 v, vec3 otherwise) { return dot(v, v) > 1e-12f ? normalized(v) : otherwise; }

/* The cross of the difference along v with that along u points out of the surface. */
static void write_normals(vertex *grid, int n, int m)
{
    for (int j = 0; j <= m; j++)
        for (int i = 0; i <= n; i++) {
            vertex *v = grid + j * (n + 1) + i;
            /* Where a row shrinks to a point, the differences of the row beside it are taken. */
            int row = j == 0 ? 1 : j == m ? m - 1 : j, column = i == 0 ? 1 : i == n ? n - 1 : i;
            const vertex *c = grid + row * (n + 1) + column;
            vec3 along = sub(c[1].position, c[-1].position), across = sub(c[n + 1].position, c[-n - 1].position);
            v->tangent = unit_or(along, v3(1, 0, 0));
            v->normal = unit_or(cross(across, along), v3(0, 1, 0));
        }
}

/* The first and last columns of a closed surface are one seam. */
static void close_seam(vertex *grid, int n, int m)
{
    for (int j = 0; j <= m; j++) {
        vertex *a = grid + j * (n + 1), *b = a + n;
        vec3 sum = plus(a->normal, b->normal, 1);
        a->normal = b->normal = unit_or(sum, a->normal);
    }
}

/* Heights count less. Otherwise the lengths beside a bump and over it would differ so much that textures shear between them. */
static float length_between(const vertex *a, const vertex *b)
{
    vec3 d = sub(a->position, b->position);
    d.y *= 0.7f;
    return sqrtf(dot(d, d));
}

/* Lengths along u from the first column, and along v from the middle row. Textures do not stretch where the surface is steep. */
static void measure(vertex *grid, int n, int m, float repeat_u, float repeat_v)
{
    for (int j = 0; j <= m; j++)
        for (int i = 1; i <= n; i++) {
            vertex *v = grid + j * (n + 1) + i;
            v->s = v[-1].s + repeat_u * length_between(v, v - 1);
        }
    for (int i = 0; i <= n; i++) {
        vertex *middle = grid + m / 2 * (n + 1) + i;
        middle->t = 0;
        for (vertex *v = middle; v < grid + m * (n + 1); v += n + 1) v[n + 1].t = v->t + repeat_v * length_between(v, v + n + 1);
        for (vertex *v = middle; v > grid + n; v -= n + 1) v[-n - 1].t = v->t - repeat_v * length_between(v, v - n - 1);
    }
}

/* Makes n by m quads. `repeat` is how often the textures repeat along u and v: in all, or in each metre of a measured surface. */
static mesh make_mesh(shape at, int n, int m, layout laid, float repeat_u, float repeat_v)
{
    mesh made = {.n = n * m * 6};
    vertex *grid = calloc((size_t)(n + 1) * (m + 1), sizeof *grid);
    unsigned *indices = malloc((size_t)made.n * sizeof *indices), *next = indices;
    if (!grid || !indices) exit(1);
    for (int j = 0; j <= m; j++)
        for (int i = 0; i <= n; i++) {
            float u = (float)i / n, v = (float)j / m;
            point p = at(u, v);
            vertex *to = grid + j * (n + 1) + i;
            *to = (vertex){.position = p.position, .sway = p.sway, .s = laid == MEASURED ? 0 : u * repeat_u, .t = v * repeat_v,
                .colour = {byte(p.r), byte(p.g), byte(p.b), byte(p.gloss)}};
        }
    /* What needs the neighbours of a point follows when all are there. */
    write_normals(grid, n, m);
    if (laid == CLOSED) close_seam(grid, n, m);
    if (laid == MEASURED) measure(grid, n, m, repeat_u, repeat_v);
    for (int j = 0; j < m; j++)
        for (int i = 0; i < n; i++) {
            unsigned a = (unsigned)(j * (n + 1) + i), b = a + (unsigned)n + 1, quad[6] = {a, a + 1, b, b, a + 1, b + 1};
            memcpy(next, quad, sizeof quad);
            next += 6;
        }
    /* Both buffers stay on the driver's side. */
    glGenBuffersARB(1, &made.vertices);
    glGenBuffersARB(1, &made.indices);
    glBindBufferARB(GL_ARRAY_BUFFER_ARB, made.vertices);
    glBufferDataARB(GL_ARRAY_BUFFER_ARB, (GLsizeiptrARB)((size_t)(n + 1) * (m + 1) * sizeof *grid), grid, GL_STATIC_DRAW_ARB);
    glBindBufferARB(GL_ELEMENT_ARRAY_BUFFER_ARB, made.indices);
    glBufferDataARB(GL_ELEMENT_ARRAY_BUFFER_ARB, (GLsizeiptrARB)((size_t)made.n * sizeof *indices), indices, GL_STATIC_DRAW_ARB);
    glBindBufferARB(GL_ARRAY_BUFFER_ARB, 0);
    glBindBufferARB(GL_ELEMENT_ARRAY_BUFFER_ARB, 0);
    free(grid);
    free(indices);
    return made;
}

static void *offset(size_t bytes) { return (char *)0 + bytes; }

/* Draws with the conventional attributes; texture coordinates 1 are the tangent and the share of the swell. The vertex program has
 * the modelview matrix as a uniform. */
static void draw_mesh(const mesh *m)
{
    float modelview[16];
    glGetFloatv(GL_MODELVIEW_MATRIX, modelview);
    uniform_matrix(GL_VERTEX_PROGRAM_ARB, "modelview", modelview);
    glPushClientAttrib(GL_CLIENT_VERTEX_ARRAY_BIT);
    glBindBufferARB(GL_ARRAY_BUFFER_ARB, m->vertices);
    glBindBufferARB(GL_ELEMENT_ARRAY_BUFFER_ARB, m->indices);
    glVertexPointer(3, GL_FLOAT, sizeof(vertex), offset(offsetof(vertex, position)));
    glNormalPointer(GL_FLOAT, sizeof(vertex), offset(offsetof(vertex, normal)));
    glColorPointer(4, GL_UNSIGNED_BYTE, sizeof(vertex), offset(offsetof(vertex, colour)));
    glEnableClientState(GL_VERTEX_ARRAY);
    glEnableClientState(GL_NORMAL_ARRAY);
    glEnableClientState(GL_COLOR_ARRAY);
    glClientActiveTextureARB(GL_TEXTURE1_ARB);
    glTexCoordPointer(4, GL_FLOAT, sizeof(vertex), offset(offsetof(vertex, tangent)));
    glEnableClientState(GL_TEXTURE_COORD_ARRAY);
    glClientActiveTextureARB(GL_TEXTURE0_ARB);
    glTexCoordPointer(2, GL_FLOAT, sizeof(vertex), offset(offsetof(vertex, s)));
    glEnableClientState(GL_TEXTURE_COORD_ARRAY);
    glDrawElements(GL_TRIANGLES, m->n, GL_UNSIGNED_INT, 0);
    glPopClientAttrib();
}
