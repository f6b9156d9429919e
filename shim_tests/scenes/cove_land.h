/* The surroundings of the cove's water, in fixed function: the evening sky, rocks, a lighthouse. */
/* The world has z up. The water is at z = 0, and the camera points along +y. */
static const vec3 eye = {0, 0, 1.5f};
static vec3 sun;

static float clamped(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }
static float smooth(float a, float b, float x) { x = clamped((x - a) / (b - a)); return x * x * (3 - 2 * x); }
static vec3 mix(vec3 a, vec3 b, float t) { return v3(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t); }

static void put(unsigned char *p, vec3 c)
{
    p[0] = (unsigned char)(255 * clamped(c.x) + 0.5f);
    p[1] = (unsigned char)(255 * clamped(c.y) + 0.5f);
    p[2] = (unsigned char)(255 * clamped(c.z) + 0.5f);
}

/* The light of the evening sky from direction d. */
static vec3 sky(vec3 d)
{
    float h = fmaxf(d.z, 0), toward = fmaxf(dot(d, sun), 0);
    vec3 c = mix(v3(0.98f, 0.58f, 0.34f), v3(0.66f, 0.42f, 0.52f), smooth(0.0f, 0.18f, h));
    c = mix(c, v3(0.20f, 0.24f, 0.46f), smooth(0.10f, 0.42f, h));
    c = mix(c, v3(0.08f, 0.11f, 0.28f), smooth(0.35f, 0.9f, h));
    c = plus(c, v3(0.50f, 0.26f, 0.06f), powf(toward, 10) * 0.7f);
    float x = d.x / (h + 0.16f), y = d.y / (h + 0.16f);
    float warp = fractal(x * 0.9f + 3, y * 1.6f, 64);
    float cover = smooth(0.40f, 0.66f, fractal(x * 1.1f + 1.6f * warp, y * 2.2f + 0.9f * warp, 64)) * smooth(0.02f, 0.10f, h);
    vec3 lit = mix(v3(0.36f, 0.27f, 0.40f), v3(1.0f, 0.56f, 0.36f), clamped(powf(toward, 3) * 1.1f + 0.25f * (1 - smooth(0, 0.3f, h))));
    c = mix(c, lit, 0.8f * cover);
    c = plus(c, v3(1.0f, 0.62f, 0.28f), powf(toward, 120) * 0.6f);
    return plus(c, v3(1.0f, 0.9f, 0.7f), smooth(0.9993f, 0.9997f, toward));
}

/* The part of the sky that is visible, directly or reflected: a patch of a sphere and its picture. */
enum { SKY = 1024 };
static const float azimuth[2] = {-0.95f, 0.95f}, elevation[2] = {-0.03f, 0.85f};

static vec3 sky_direction(float s, float t)
{
    float a = azimuth[0] + (azimuth[1] - azimuth[0]) * s, e = elevation[0] + (elevation[1] - elevation[0]) * t;
    return v3(sinf(a) * cosf(e), cosf(a) * cosf(e), sinf(e));
}

static GLuint sky_texture(void)
{
    static unsigned char rgb[SKY * SKY * 3];
    for (int y = 0; y < SKY; y++)
        for (int x = 0; x < SKY; x++) put(rgb + (y * SKY + x) * 3, sky(sky_direction((x + 0.5f) / SKY, (y + 0.5f) / SKY)));
    return mipmapped_texture(SKY, rgb);
}

static GLuint stone_texture(void)
{
    enum { N = 256 };
    static unsigned char rgb[N * N * 3];
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            float n = fractal(x / 16.0f, y / 8.0f, 16), crack = fabsf(fractal(x / 32.0f + 4, y / 32.0f, 8) - 0.5f);
            put(rgb + (y * N + x) * 3, mix(v3(0.42f, 0.39f, 0.38f), v3(1.0f, 0.95f, 0.9f), smooth(0.15f, 0.75f, n) * (0.4f + 0.6f * smooth(0, 0.06f, crack))));
        }
    return mipmapped_texture(N, rgb);
}

/* A boulder: a sphere whose radius follows noise from three sides. Its lower half is under water. */
static vec3 rock_point(vec3 centre, vec3 size, int seed, int i, int n, int j, int m)
{
    float a = 2 * (float)M_PI * (i % n) / n, b = (float)M_PI * j / m;
    vec3 d = v3(sinf(b) * cosf(a), sinf(b) * sinf(a), cosf(b));
    float q = (fractal(2.2f * d.x + seed, 2.2f * d.y + 9, 64) + fractal(2.2f * d.y + 31, 2.2f * d.z + seed, 64) + fractal(2.2f * d.z + seed, 2.2f * d.x + 50, 64)) / 3;
    float ledge = floorf(q * 9) / 9, r = 0.45f + 0.8f * (0.6f * q + 0.4f * ledge);
    return v3(centre.x + size.x * r * d.x, centre.y + size.y * r * d.y, centre.z + size.z * r * d.z);
}

static void rock(vec3 centre, vec3 size, int seed)
{
    enum { N = 64, M = 40 };
    for (int j = 0; j < M * 3 / 5; j++) {
        glBegin(GL_TRIANGLE_STRIP);
        for (int i = 0; i <= N; i++)
            for (int k = 0; k <= 1; k++) {
                vec3 p = rock_point(centre, size, seed, i, N, j + k, M);
                vec3 u = sub(rock_point(centre, size, seed, i + 1, N, j + k, M), rock_point(centre, size, seed, i + N - 1, N, j + k, M));
                vec3 v = sub(rock_point(centre, size, seed, i, N, j + k + 1, M), rock_point(centre, size, seed, i, N, j + k > 0 ? j + k - 1 : 0, M));
                vec3 n = cross(v, u);
                float wet = 0.35f + 0.65f * smooth(0.02f, 0.16f, p.z);
                n = dot(n, n) > 0 ? normalized(n) : v3(0, 0, 1);
                glColor3f(0.58f * wet, 0.53f * wet, 0.50f * wet);
                glNormal3fv(&n.x);
                glTexCoord2f(4.0f * i / N, p.z);
                glVertex3fv(&p.x);
            }
        glEnd();
    }
}

/* A ring of the tower between two heights and radii. */
static void drum(float z0, float r0, float z1, float r1, vec3 colour)
{
    enum { N = 40 };
    vec3 side = normalized(v3(z1 - z0, 0, r0 - r1));
    glColor3fv(&colour.x);
    glBegin(GL_TRIANGLE_STRIP);
    for (int i = 0; i <= N; i++) {
        float a = 2 * (float)M_PI * i / N, c = cosf(a), s = sinf(a);
        glNormal3f(side.x * c, side.x * s, side.z);
        glTexCoord2f(3.0f * i / N, z1);
        glVertex3f(r1 * c, r1 * s, z1);
        glTexCoord2f(3.0f * i / N, z0);
        glVertex3f(r0 * c, r0 * s, z0);
    }
    glEnd();
}

static const vec3 tower = {3.6f, 12.5f, 0.65f};
static const float lamp_height = 3.62f;

static void lighthouse(void)
{
    static const vec3 white = {0.86f, 0.83f, 0.80f}, red = {0.66f, 0.16f, 0.12f}, dark = {0.10f, 0.10f, 0.12f};
    glPushMatrix();
    glTranslatef(tower.x, tower.y, tower.z);
    drum(-0.2f, 0.62f, 0.25f, 0.60f, dark);
    for (int i = 0; i < 5; i++) {
        float z = 0.25f + 0.58f * i, r = 0.50f - 0.037f * i;
        drum(z, r, z + 0.58f, r - 0.037f, i % 2 ? red : white);
    }
    drum(3.15f, 0.30f, 3.22f, 0.46f, dark);
    drum(3.22f, 0.46f, 3.30f, 0.46f, dark);
    drum(3.30f, 0.46f, 3.31f, 0.20f, dark);
    for (int i = 0; i < 8; i++) {
        glPushMatrix();
        glRotatef(45.0f * i + 10, 0, 0, 1);
        glTranslatef(0.21f, 0, 0);
        drum(3.30f, 0.018f, 3.92f, 0.018f, dark);
        glPopMatrix();
    }
    drum(3.90f, 0.28f, 3.96f, 0.28f, dark);
    drum(3.96f, 0.28f, 4.22f, 0.02f, red);
    glDisable(GL_LIGHTING);
    drum(3.34f, 0.15f, 3.88f, 0.15f, v3(1.0f, 0.95f, 0.75f));
    glEnable(GL_LIGHTING);
    glPopMatrix();
}

static GLuint sky_name, stone_name;

/* Draws all that the water reflects. */
static void surroundings(void)
{
    static const float warm[4] = {1.15f, 0.72f, 0.44f, 1}, cool[4] = {0.25f, 0.26f, 0.40f, 1};
    float toward[4] = {sun.x - 0.45f, sun.y - 0.75f, sun.z + 0.12f, 0};
    enum { N = 24 };
    glDisable(GL_LIGHTING);
    glDepthMask(0);
    glBindTexture(GL_TEXTURE_2D, sky_name);
    glColor3f(1, 1, 1);
    glPushMatrix();
    glTranslatef(eye.x, eye.y, 0);
    for (int j = 0; j < N; j++) {
        glBegin(GL_TRIANGLE_STRIP);
        for (int i = 0; i <= N; i++)
            for (int k = 1; k >= 0; k--) {
                vec3 d = sky_direction((float)i / N, (float)(j + k) / N);
                glTexCoord2f((float)i / N, (float)(j + k) / N);
                glVertex3f(80 * d.x, 80 * d.y, 80 * d.z);
            }
        glEnd();
    }
    glPopMatrix();
    glDepthMask(1);
    glEnable(GL_LIGHTING);
    glLightfv(GL_LIGHT0, GL_POSITION, toward);
    glLightfv(GL_LIGHT0, GL_DIFFUSE, warm);
    glLightModelfv(GL_LIGHT_MODEL_AMBIENT, cool);
    glBindTexture(GL_TEXTURE_2D, stone_name);
    rock(v3(tower.x + 0.1f, tower.y, 0.0f), v3(2.3f, 1.9f, 1.25f), 3);
    rock(v3(tower.x + 2.2f, tower.y + 0.6f, -0.1f), v3(1.5f, 1.3f, 0.9f), 11);
    rock(v3(tower.x - 2.4f, tower.y - 0.9f, -0.1f), v3(0.9f, 0.8f, 0.55f), 5);
    rock(v3(-3.4f, 8.2f, -0.1f), v3(1.1f, 0.9f, 0.9f), 8);
    rock(v3(-2.35f, 7.6f, -0.12f), v3(0.5f, 0.5f, 0.45f), 21);
    rock(v3(-9.5f, 24.0f, -0.3f), v3(3.6f, 2.0f, 3.3f), 14);
    rock(v3(-14.5f, 27.0f, -0.3f), v3(5.0f, 2.0f, 4.6f), 17);
    rock(v3(2.7f, 5.2f, -0.1f), v3(0.55f, 0.5f, 0.33f), 26);
    lighthouse();
    glDisable(GL_LIGHTING);
    glDisable(GL_TEXTURE_2D);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE);
    glDepthMask(0);
    vec3 lamp = plus(tower, v3(0, -0.3f, lamp_height), 1);
    glow(eye, v3(0, 0, 1), lamp, 2.2f, v3(0.30f, 0.24f, 0.13f));
    glow(eye, v3(0, 0, 1), lamp, 0.7f, v3(0.70f, 0.60f, 0.38f));
    glDepthMask(1);
    glDisable(GL_BLEND);
    glEnable(GL_TEXTURE_2D);
}

static void make_land(void)
{
    sky_name = sky_texture();
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    stone_name = stone_texture();
}
