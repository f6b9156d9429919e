#!/bin/sh
# The greatest errors of MUDA's f64 functions that a search finds (doubles.c), all functions, on all cores.
# usage: doubles.sh TRILOBITE FOLDER ARGUMENTS [PAIRS]    the program, a folder for what is compiled, how many of each
set -e
trilobite=$1 folder=$2
here=$(dirname "$0")
one="exp exp2 log log2 sin cos tan asin acos atan rsqrt rcp"
mkdir -p "$folder"
set -- "$3" "${4:-$3}"
for name in $one pow atan2; do
    case $name in
    pow | atan2) parameters="double a, double b" arguments="a, b" ;;
    *) parameters="double a" arguments="a" ;;
    esac
    echo "double f_$name($parameters) { return $name($arguments); }" > "$folder/$name.mu"
    "$trilobite" compile "$folder/$name.mu" --function "f_$name" --emit c > "$folder/$name.c"
done
(cd "$folder" && for name in $one pow atan2; do echo "$name.c"; done | xargs gcc -std=c99 -O2 -march=native -ffp-contract=off -c)
gcc -std=gnu99 -Wall -Wextra -O2 -ffp-contract=off -o "$folder/doubles" "$here/doubles.c" "$folder"/*.o -lm
{
    for name in pow atan2; do echo "$name $2"; done
    for name in $one; do echo "$name $1"; done
} | xargs -P "$(nproc)" -L 1 "$folder/doubles"
