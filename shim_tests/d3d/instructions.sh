#!/bin/sh
# Makes instructions.tsv again by Microsoft's assembler, and prints which texts differ from ours.
# usage: instructions.sh; FXC_REF_DIR is the folder that has d3dcompiler_47.dll and wine's prefix.
set -e
here=$(cd "$(dirname "$0")" && pwd)
D=${FXC_REF_DIR:-$HOME/.cache/trilobite-fxc}
work=$(mktemp -d)
x86_64-w64-mingw32-gcc -O1 -w -o "$D/assemble.exe" "$here/assemble.c"
cd "$here/.."
TRILOBITE_D3D_TEXTS="$work/texts" cargo test -q -p shim_tests --test d3d_instructions >/dev/null
WINEPREFIX=${WINEPREFIX:-$D/prefix} WINEDEBUG=-all WINEDLLOVERRIDES="d3dcompiler_47=n;mscoree,mshtml=" \
  wine "$D/assemble.exe" "$work/texts" "$work/answers"
TRILOBITE_D3D_ANSWERS="$work/answers" cargo test -q -p shim_tests --test d3d_instructions
rm -r "$work"
