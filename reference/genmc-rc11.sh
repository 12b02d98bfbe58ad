#!/bin/sh
# Prints the rows of the table of times in docs/rc11.md: `make rc11 GENMC=genmc GENMC_SOURCE=CHECKOUT` runs it. Each is the least processor time of three
# runs, one tool after the other, with data races, and the peak memory of that run; GNU time measures GenMC.
genmc=${GENMC:?names the command of GenMC} tests=${GENMC_SOURCE:?names a checkout of GenMC}/tests/correct/synthetic
out=$(mktemp)
trap 'rm -f "$out" "$out.time"' EXIT

theirs() { # model file defines
	/usr/bin/time -o "$out.time" -f '%U %S %M' "$genmc" "--$1" --disable-sr --disable-ipr --disable-estimation -- $3 "$2" > "$out" 2>&1
	awk 'NR == FNR { if (/complete executions explored:/) n = $NF; next } { printf "%.2f %.0f %s\n", $1 + $2, $3 / 1024, n }' "$out" "$out.time"
}

ours() { # model file defines
	bin/dporbench run "$2" $3 --like genmc --algo trust --memory "$1" --data-races on --fail-on none --json 2> "$out.time" |
		sed -E 's/.*"executions":([0-9]+).*"cpu_s":([0-9.e-]+).*"peak_rss_bytes":([0-9]+).*/\2 \3 \1/' | awk '{ printf "%.2f %.0f %s\n", $1, $2 / 2^20, $3 }'
}

while read -r name n defines; do
	file=$tests/$name/variants/${name}0.c row="| $name $n |"
	for run in 1 2 3; do
		for side in 'theirs rc11' 'ours rc11-genmc' 'theirs sc' 'ours sc'; do echo "$side $($side "$file" "$defines")"; done
	done | sort -k1,2 -k3,3g | awk -v row="$row" '!seen[$1 $2]++ { cell[$1 $2] = $3 ", " $4; n[$1 $2] = $5 }
		END { print row, n["oursrc11-genmc"] " (sc " n["ourssc"] ") |", cell["theirsrc11"], "|", cell["oursrc11-genmc"], "|", cell["theirssc"], "|", cell["ourssc"], "|" }'
done <<'ROWS'
lastzero 15 -DN=15
fib_bench 5
casrot 8 -DN=8
indexer 15 -DN=15
readers 13 -DN=13
ROWS
