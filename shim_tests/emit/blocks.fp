!!ARBfp1.0
OPTION NV_fragment_program2;
TEMP sum, c;
MOV sum, 0.0;
REP { 4 };
ADD sum, sum, fragment.color;
MOVC c.x, sum.x;
SUBC c.x, c.x, 2.0;
IF GT.x;
BRK;
ELSE;
MUL sum, sum, 0.75;
ENDIF;
ENDREP;
MOV result.color, sum;
END
