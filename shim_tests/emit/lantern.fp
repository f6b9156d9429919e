!!ARBfp1.0
TEMP t, d;
TEX t, fragment.texcoord[0], texture[0], 2D;
SUB d.w, t.w, 0.5;
KIL d.w;
MUL t, t, fragment.color;
LRP result.color.xyz, program.env[0].x, t, program.env[1];
MOV result.color.w, 1.0;
END
