#!/bin/sh
# Prints, as CSV, the instructions that one exploration takes and the steps that it counts: `make instructions` runs it.
# Instructions are those of an executable that explores four times less those of one that explores twice, halved, by cachegrind:
# with the profile of the command, without garbage collection, on one processor.
cd "$(dirname "$0")/../algos/catalog" || exit 1
executable=$(mktemp)
trap 'rm -f "$executable" "$executable.out"' EXIT
CGO_ENABLED=0 go test -trimpath -c -pgo=../../cmd/dporbench/default.pgo -o "$executable" . || exit 1

explore() { # benchmark, number of explorations
	GOGC=off GOMAXPROCS=1 valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null "$executable" \
		-test.run '^$' -test.bench "^BenchmarkStep\$/^$1\$" -test.benchtime "$2x" > "$executable.out" 2>&1
	awk '/I +refs:/ { gsub(",", "", $NF); instructions = $NF } / steps/ { for (i = 2; i <= NF; i++) if ($i == "steps") steps = $(i - 1) }
		END { print instructions, steps }' "$executable.out"
}

echo program,algorithm,steps,instructions
"$executable" -test.run '^$' -test.bench '^BenchmarkStep$' -test.benchtime 1x | awk -F'[/\t ]+' '/^BenchmarkStep/ { sub(/-[0-9]+$/, "", $3); print $2, $3 }' |
while read -r row algorithm; do
	name=$(printf %s "$row" | sed 's/[()]/\\&/g')/$algorithm
	two=$(explore "$name" 2)
	four=$(explore "$name" 4)
	echo "$row" "$algorithm" $two $four | awk '{ sub(/\(/, " ", $1); sub(/\)/, "", $1); gsub(",", " ", $1); printf "%s,%s,%.0f,%.0f\n", $1, $2, $4, ($5 - $3) / 2 }'
done
