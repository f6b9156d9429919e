// Look-ups of textures. A projection divides by the last component, a bias or a level is in it.

float4 tex1D(sampler1D s, float c) { return __sample(s, float4(c, 0, 0, 0)); }
float4 tex1D(sampler1D s, float c, float dx, float dy) { return __sample_grad(s, float4(c, 0, 0, 0), float3(dx, 0, 0), float3(dy, 0, 0)); }
float4 tex1Dgrad(sampler1D s, float c, float dx, float dy) { return __sample_grad(s, float4(c, 0, 0, 0), float3(dx, 0, 0), float3(dy, 0, 0)); }
float4 tex1Dproj(sampler1D s, float4 c) { return __sample(s, float4(c.x / c.w, 0, 0, 0)); }
float4 tex1Dbias(sampler1D s, float4 c) { return __sample_bias(s, float4(c.x, 0, 0, 0), c.w); }
float4 tex1Dlod(sampler1D s, float4 c) { return __sample_lod(s, float4(c.x, 0, 0, 0), c.w); }
float4 tex2D(sampler2D s, float2 c) { return __sample(s, float4(c, 0, 0)); }
float4 tex2D(sampler2D s, float2 c, float2 dx, float2 dy) { return __sample_grad(s, float4(c, 0, 0), float3(dx, 0), float3(dy, 0)); }
float4 tex2Dgrad(sampler2D s, float2 c, float2 dx, float2 dy) { return __sample_grad(s, float4(c, 0, 0), float3(dx, 0), float3(dy, 0)); }
float4 tex2Dproj(sampler2D s, float4 c) { return __sample(s, float4(c.xy / c.w, 0, 0)); }
float4 tex2Dbias(sampler2D s, float4 c) { return __sample_bias(s, float4(c.xy, 0, 0), c.w); }
float4 tex2Dlod(sampler2D s, float4 c) { return __sample_lod(s, float4(c.xy, 0, 0), c.w); }
float4 tex3D(sampler3D s, float3 c) { return __sample(s, float4(c, 0)); }
float4 tex3D(sampler3D s, float3 c, float3 dx, float3 dy) { return __sample_grad(s, float4(c, 0), dx, dy); }
float4 tex3Dgrad(sampler3D s, float3 c, float3 dx, float3 dy) { return __sample_grad(s, float4(c, 0), dx, dy); }
float4 tex3Dproj(sampler3D s, float4 c) { return __sample(s, float4(c.xyz / c.w, 0)); }
float4 tex3Dbias(sampler3D s, float4 c) { return __sample_bias(s, float4(c.xyz, 0), c.w); }
float4 tex3Dlod(sampler3D s, float4 c) { return __sample_lod(s, float4(c.xyz, 0), c.w); }
float4 texCUBE(samplerCUBE s, float3 c) { return __sample(s, float4(c, 0)); }
float4 texCUBE(samplerCUBE s, float3 c, float3 dx, float3 dy) { return __sample_grad(s, float4(c, 0), dx, dy); }
float4 texCUBEgrad(samplerCUBE s, float3 c, float3 dx, float3 dy) { return __sample_grad(s, float4(c, 0), dx, dy); }
float4 texCUBEproj(samplerCUBE s, float4 c) { return __sample(s, float4(c.xyz / c.w, 0)); }
float4 texCUBEbias(samplerCUBE s, float4 c) { return __sample_bias(s, float4(c.xyz, 0), c.w); }
float4 texCUBElod(samplerCUBE s, float4 c) { return __sample_lod(s, float4(c.xyz, 0), c.w); }
