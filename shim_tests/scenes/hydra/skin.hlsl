// Arms that bend on bones. Each vertex hangs on four of them, and the last weight is what the others leave of 1. Normals and
// tangents turn with the bones; the light comes to the fragments in the space of the surface.

float4 bones[48];      // three rows for each of 16 bones, to eye space
float4x4 projection;
float4 lamp;           // place in eye space, and reach
float girth;           // what the vertex's displacement is multiplied by
float halo;            // how far the shell of the glow stands off

struct Vertex {
    float4 position : POSITION;
    float3 weights : BLENDWEIGHT;
    float4 indices : BLENDINDICES;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD0;
    float3 tangent : TANGENT;
    float2 displacement : TEXCOORD1;   // the radius, and how much of a glow there is
};

float3 moved(float4 p, float bone)
{
    int row = 3 * bone;
    return float3(dot(bones[row], p), dot(bones[row + 1], p), dot(bones[row + 2], p));
}

float3 skinned(float4 p, Vertex v)
{
    float last = 1 - dot(v.weights, float3(1, 1, 1));
    return moved(p, v.indices.x) * v.weights.x + moved(p, v.indices.y) * v.weights.y +
           moved(p, v.indices.z) * v.weights.z + moved(p, v.indices.w) * last;
}

struct Lit {
    float4 position : POSITION;
    float2 uv : TEXCOORD0;
    float3 to_lamp : TEXCOORD1;
    float3 to_eye : TEXCOORD2;
    float4 place : TEXCOORD3;          // in eye space, and the glow
};

Lit skin_vertex(Vertex v)
{
    Lit o;
    float3 normal = normalize(skinned(float4(v.normal, 0), v));
    float3 tangent = normalize(skinned(float4(v.tangent, 0), v));
    float3x3 surface = float3x3(tangent, cross(normal, tangent), normal);
    float3 at = skinned(v.position, v) + normal * (v.displacement.x * girth);
    o.position = mul(projection, float4(at, 1));
    o.uv = v.uv;
    o.to_lamp = mul(surface, lamp.xyz - at);
    o.to_eye = mul(surface, -at);
    o.place = float4(at, v.displacement.y);
    return o;
}

sampler2D picture : register(s0);
sampler2D bumps : register(s1);
float3 tint;
float3 lamp_colour;
float3 sky_colour;
float3 shine;          // the colour of the spots
float reach;

// The distance from the middle of a spot, of which rows run along both sides of an arm.
float spot(float2 uv)
{
    float2 cell = frac(uv * float2(1, 1.5)) - 0.5;
    return length(cell * float2(1, 0.8));
}

float4 skin_fragment(float2 uv : TEXCOORD0, float3 to_lamp : TEXCOORD1, float3 to_eye : TEXCOORD2, float4 place : TEXCOORD3) : COLOR
{
    float3 n = normalize(tex2D(bumps, uv).xyz * 2 - 1);
    float3 l = normalize(to_lamp), e = normalize(to_eye);
    float fall = saturate(1 - dot(to_lamp, to_lamp) / (reach * reach));
    float3 base = tex2D(picture, uv).xyz * tint;
    float lit = saturate(dot(n, l) * 0.85 + 0.15);
    float gloss = pow(saturate(dot(n, normalize(l + e))), 40);
    float edge = 1 - saturate(dot(n, e));
    float3 colour = base * (sky_colour + lamp_colour * (lit * fall * fall));
    colour += lamp_colour * (gloss * fall * 0.55) + sky_colour * (edge * edge * edge * 1.6);
    float bright = 1 - smoothstep(0.10, 0.30, spot(uv));
    colour += shine * (bright * place.w);
    // Water takes the colour of what is far.
    float far = saturate((-place.z - 3.2) * 0.16);
    return float4(lerp(colour, float3(0.004, 0.016, 0.035), far), 1);
}

// The glow: a shell around the arm, brightest where it is seen from above and nothing at its rim.
struct Shell {
    float4 position : POSITION;
    float4 light : TEXCOORD0;
};

Shell glow_vertex(Vertex v)
{
    Shell o;
    float3 normal = normalize(skinned(float4(v.normal, 0), v));
    float3 at = skinned(v.position, v) + normal * (v.displacement.x * girth + halo * (0.3 + 2.5 * v.displacement.x));
    o.position = mul(projection, float4(at, 1));
    o.light = float4(dot(normal, normalize(-at)), v.displacement.y, 0, 0);
    return o;
}

float4 glow_fragment(float4 light : TEXCOORD0) : COLOR
{
    float facing = saturate(light.x);
    return float4(shine * (facing * facing * facing * light.y), 1);
}
