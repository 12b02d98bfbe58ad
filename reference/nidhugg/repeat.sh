#!/bin/sh
# Prints how many executions each algorithm of an installed Nidhugg counts on the programs of this folder: `make versus` runs it.
cd "$(dirname "$0")" || exit 1

count() {
	nidhuggc "$@" 2>&1 | awk '/^Trace count:/ { n = $3 } /error exit code \(-11\)/ { n = "segmentation fault" } END { print n == "" ? "no count" : n }'
}

nidhugg --version 2>&1 | head -1
for program in "casrot.c -DN=3" "casrot.c -DN=4" "casrot.c -DN=5" "casrot.c -DN=6" "casrot.c -DN=7" correction-4.c correction-14.c; do
	set -- $program
	file=$1
	shift
	for algorithm in pop lpop epop optimal; do
		printf '%s%s\t--%s\t%s\n' "$file" "${1:+ $1}" "$algorithm" "$(count "$@" -- --sc --$algorithm "$file")"
	done
done
