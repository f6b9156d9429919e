/* What lives and lies on the seabed. The world has y up; lengths are in metres, of a world where trilobites are two metres long. */

static float bump(float x) { return x < -1 || x > 1 ? 0 : (1 - x * x) * (1 - x * x); }

static float fraction(float x) { return x - floorf(x); }

static vec3 blend(vec3 a, vec3 b, float t) { return plus(a, sub(b, a), t); }

static point coloured(vec3 position, vec3 colour, float gloss, float sway)
{
    point p = {position, colour.x, colour.y, colour.z, gloss, sway};
    return p;
}

static float sand_level(float x, float z)
{
    float dune = 0.42f * (fractal(x * 0.16f + 20, z * 0.16f + 20, 256) - 0.47f) * smooth(1.2f, 5.0f, hypotf(x, z));
    return dune + 0.05f * (fractal(x * 0.7f + 40, z * 0.7f + 40, 256) - 0.47f);
}

/* Rows are closer where they are nearer to the eye. */
static point sand_point(float u, float v)
{
    float z = 4.2f - 24 * powf(1 - v, 1.7f), x = (u - 0.5f) * (9 + 1.7f * (4.2f - z));
    return coloured(v3(x, sand_level(x, z), z), v3(0.74f, 0.68f, 0.57f), 0.05f, 0);
}

/* The parts of a trilobite's body, from head to tail: fractions of its length. */
static const float head_end = 0.30f, thorax_end = 0.76f;
enum { SEGMENTS = 11 };

static float half_width(float u)
{
    if (u < head_end) return 0.62f * sqrtf(fmaxf(1 - powf((head_end - u) / head_end, 2.2f), 0));
    if (u < thorax_end) return 0.585f - 0.12f * powf((u - head_end) / (thorax_end - head_end), 1.6f);
    return 0.465f * sqrtf(fmaxf(1 - powf((u - thorax_end) / (1 - thorax_end), 2), 0));
}

/* Which segment a place belongs to, and in its fraction how far back in it. The outer parts of a segment sweep backwards. */
static float segment_at(float u, float side)
{
    float back = 0.9f * fmaxf(side - 0.3f, 0) * fmaxf(side - 0.3f, 0);
    if (u < thorax_end) return (u - head_end) / (thorax_end - head_end) * SEGMENTS - 2.6f * back;
    return SEGMENTS + (u - thorax_end) * 34 - 2.6f * back;
}

/* Height of the head above its even dome: the glabella with its furrows, the cheeks' rim, and the eyes. `eye` is 1 inside an eye. */
static float head_relief(float u, float t, float *eye)
{
    float side = fabsf(t), h = 0;
    float bulb = 1 - powf((u - 0.165f) / 0.125f, 2) - powf(side / (0.40f - 0.25f * u), 2);
    h += 0.13f * powf(fmaxf(bulb, 0), 0.55f);
    for (int k = 0; k < 3; k++)
        h -= 0.030f * bump((u - 0.135f - 0.045f * k - 0.05f * (0.3f - side)) / 0.014f) * smooth(0.10f, 0.2f, side) * (bulb > 0);
    h += 0.06f * bump((u - 0.288f) / 0.016f) * smooth(0.42f, 0.30f, side);
    float eu = (u - 0.195f) / 0.062f, et = (side - 0.56f) / 0.115f, round = eu * eu + et * et;
    *eye = smooth(1.05f, 0.65f, round);
    h += 0.115f * powf(fmaxf(1 - round, 0), 0.5f);
    h += 0.035f * bump((side - 0.93f) / 0.08f) - 0.02f * bump((side - 0.82f) / 0.05f);
    return h;
}

/* Height of the rings of the thorax and the tail. Each overlaps the next; a furrow parts the middle lobe from the sides. */
static float ring_relief(float u, float side, float axis, float *groove)
{
    float f = fraction(segment_at(u, side)), fade = u < thorax_end ? 1 : smooth(1.0f, thorax_end, u) * 0.7f;
    float ring = powf(sinf(3.14159f * powf(clamped(f / 0.86f), 0.75f)), 0.6f);
    float furrow = bump((f - 0.42f) / 0.16f) * smooth(axis + 0.04f, axis + 0.14f, side) * smooth(0.98f, 0.7f, side);
    *groove = clamped(1 - ring) * fade + 0.4f * furrow * fade;
    return fade * (0.042f * ring - 0.020f * furrow);
}

/* Seen from above: u runs from head to tail, v from the animal's left to its right. */
static point trilobite_point(float u, float v)
{
    u = 0.25f * u + 0.75f * (0.5f - 0.5f * cosf(3.14159265f * u));
    float t = sinf(1.5707963f * (1 - 2 * v)), side = fabsf(t), w = half_width(u), groove = 0, eye = 0;
    float axis = u < head_end ? 0.33f : 0.34f - 0.1f * (u - head_end);
    float dome = powf(fmaxf(1 - side * side, 0), 0.62f), high = powf(w / 0.62f, 0.8f);
    float y = 0.05f + 0.25f * dome * high, z = t * w;
    if (u < head_end) {
        y += head_relief(u, t, &eye) * smooth(0, 0.07f, u) * smooth(1.0f, 0.97f, side);
    } else {
        float lobe = powf(fmaxf(1 - powf(side / axis, 2), 0), 0.6f);
        y += 0.13f * lobe * high + ring_relief(u, side, axis, &groove) * smooth(0, 0.12f, w) - 0.03f * bump((side - axis) / 0.07f);
        /* The tips of the segments stand apart, as a saw's teeth. */
        float tooth = 1 - powf(fabsf(2 * fraction(segment_at(u, side)) - 0.9f), 2);
        if (u < thorax_end + 0.16f) z *= 1 + 0.11f * (tooth - 0.4f) * powf(side, 10);
    }
    y += 0.06f * sinf(3.14159f * u); /* the back is arched */
    vec3 colour = blend(v3(0.86f, 0.46f, 0.18f), v3(1.0f, 0.74f, 0.38f), smooth(0.35f, 0.95f, side));
    colour = blend(colour, v3(0.72f, 0.24f, 0.12f), 0.8f * bump(side / (axis + 0.06f)));
    colour = blend(colour, v3(0.26f, 0.11f, 0.07f), 0.85f * groove);
    float spot = bump((side - 0.62f) / 0.10f) * bump(fraction(segment_at(u, side)) * 2 - 0.9f) * (u > head_end);
    colour = blend(colour, v3(0.98f, 0.82f, 0.52f), 0.7f * spot);
    colour = blend(colour, v3(0.10f, 0.09f, 0.13f), eye);
    return coloured(v3(1 - 2 * u, y, z), colour, 0.55f + 0.45f * eye, 0);
}

/* A tube along a curve. `centre` gives the middle for 0 to 1; the two axes of its section need not be equal. */
static vec3 tube(vec3 (*centre)(float), float u, float v, float a, float b)
{
    vec3 along = normalized(sub(centre(v + 0.01f), centre(v - 0.01f)));
    vec3 side = normalized(cross(along, v3(0.02f, 1, 0.03f))), up = cross(side, along);
    float angle = 6.2831853f * u;
    return plus(plus(centre(v), side, a * cosf(angle)), up, b * sinf(angle));
}

/* The spine at the left corner of the head, and the feeler before it; the right ones are mirrored. */
static vec3 spine_centre(float v) { return v3(0.52f - 1.10f * v, 0.075f + 0.02f * v, 0.56f + 0.16f * sinf(2.2f * v)); }

static vec3 feeler_centre(float v)
{
    return v3(0.92f + 0.75f * v, 0.09f + 0.34f * v * (1 - 0.45f * v), 0.16f + 0.5f * v * v + 0.08f * sinf(5 * v));
}

static point spine_point(float u, float v)
{
    float r = 0.066f * powf(1 - v, 0.8f) * smooth(-0.04f, 0.2f, v) + 0.001f;
    return coloured(tube(spine_centre, u, v, 1.2f * r, 0.6f * r), blend(v3(0.85f, 0.52f, 0.25f), v3(0.98f, 0.80f, 0.5f), v), 0.5f, 0);
}

static point feeler_point(float u, float v)
{
    float r = 0.020f * (1 - 0.8f * v) * (1 + 0.25f * cosf(6.2832f * 34 * v));
    return coloured(tube(feeler_centre, u, v, r, r), v3(0.80f, 0.36f, 0.16f), 0.5f, 0.12f * v * v);
}

/* A sea lily: a jointed stalk, and arms that open upwards. The swell moves its higher parts farther. */
static vec3 stalk_centre(float v) { return v3(0.10f * sinf(2.6f * v), 1.55f * v - 0.05f, 0.05f * sinf(4 * v)); }

static point stalk_point(float u, float v)
{
    float joint = 1 + 0.16f * cosf(6.2832f * 30 * v), cup = smooth(0.90f, 1.0f, v), r = 0.028f * joint * (1 - cup) + 0.085f * cup;
    vec3 p = tube(stalk_centre, u, v, r, r);
    return coloured(p, blend(v3(0.92f, 0.76f, 0.56f), v3(0.95f, 0.36f, 0.36f), smooth(0.5f, 1, v)), 0.15f, 0.35f * v * v);
}

/* One of the arms, along +x from the cup. The barbs to both sides of it form a feather. */
static point arm_point(float u, float v)
{
    vec3 top = stalk_centre(1);
    float open = 0.06f + 0.34f * powf(v, 0.7f) + 0.14f * v * v * v, rise = 0.80f * v - 0.22f * v * v * v;
    float feather = (0.010f + 0.062f * sinf(3.14159f * powf(v, 0.6f))) * (0.15f + 0.85f * powf(fabsf(sinf(3.14159f * 22 * v)), 1.5f));
    float x = 2 * u - 1;
    vec3 p = v3(top.x + open, top.y + rise - 0.5f * feather * x * x, top.z + feather * x);
    return coloured(p, blend(v3(1.0f, 0.40f, 0.44f), v3(1.0f, 0.74f, 0.56f), v * v), 0.2f, 0.35f + 0.35f * v);
}

/* A boulder of radius about 1: its radius follows noise from three sides. */
static point stone_point(float u, float v)
{
    float a = 6.2831853f * u, b = 3.14159265f * v;
    vec3 d = v3(sinf(b) * cosf(a), -cosf(b), -sinf(b) * sinf(a));
    float q = fractal(1.6f * d.x + 5, 1.6f * d.y + 9, 64) + fractal(1.6f * d.y + 31, 1.6f * d.z + 7, 64);
    q = (q + fractal(1.6f * d.z + 3, 1.6f * d.x + 50, 64)) / 3;
    float r = 0.45f + 1.1f * q;
    return coloured(v3(r * d.x, 0.7f * r * d.y, r * d.z), v3(0.72f, 0.70f, 0.66f), 0.10f, 0);
}

/* The bell of a comb jelly, of length 1 along y. */
static point jelly_point(float u, float v)
{
    float a = 6.2831853f * u, r = 0.34f * powf(sinf(3.14159265f * powf(v, 0.85f)) + 1e-4f, 0.75f) * (1 + 0.05f * cosf(8 * a));
    return coloured(v3(r * cosf(a), v - 0.5f, -r * sinf(a)), v3(1, 1, 1), 0, 0.15f * v);
}
