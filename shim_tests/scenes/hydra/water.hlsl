// Deep water behind the hydra: dark below, and a soft light around the place where it stands. And the last step of the picture.

float2 centre;
float3 deep;
float3 upper;
float3 around;

float4 water_fragment(float2 at : TEXCOORD0) : COLOR
{
    float2 d = (at - centre) * float2(1.35, 1);
    float3 colour = lerp(deep, upper, smoothstep(0.1, 1.1, at.y));
    colour += around * exp2(-5.5 * dot(d, d));
    // Neighbours differ a little, so that no bands are seen.
    float grain = frac(sin(dot(at, float2(127.1, 311.7))) * 43758.5);
    return float4(colour + (grain - 0.5) / 255, 1);
}

sampler2D picture : register(s0);

// The mean of four pixels, and darker corners.
float4 last_fragment(float2 at : TEXCOORD0) : COLOR
{
    float3 colour = tex2D(picture, at).xyz;
    float2 d = at - 0.5;
    return float4(colour * (1 - 0.55 * dot(d, d)), 1);
}
