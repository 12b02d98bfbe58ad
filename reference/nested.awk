# From nested.csv: campaigns of nested programs, one a row; with -v sums=1, their sums in a sentence.
BEGIN { FS = "," }
NR == 1 {
	if (!sums) {
		print "| kind, memory model, preemptions | classes at most | seed, commit | programs | too large | refused | classes | compared | different |"
		print "|---|---:|---|---:|---:|---:|---:|---|---:|"
	}
	next
}
{
	under = $2 ($3 == "" ? "" : ", at most " $3)
	if (!(under in programs)) order[++n] = under
	programs[under] += $7; classes += $10; different += $11
	if (!sums) printf "| %s, %s | %d | %d, %s | %s | %s | %s | %s | %s | %d |\n", $1, under, $4, $5, $6, dots($7), dots($9), dots($8), dots($10), $12, $11
}
function dots(x,   s) { for (s = ""; length(x) > 3; x = substr(x, 1, length(x) - 3)) s = "," substr(x, length(x) - 2) s; return x s }
END {
	if (!sums) exit
	printf "So far, by model and bound of preemptions, this has compared"
	for (i = 1; i <= n; i++) printf "%s %s programs under %s", (i > 1 ? "," : ""), dots(programs[order[i]]), order[i]
	printf "; in all %s classes, and %d program%s on which two algorithms differ.\n", dots(classes), different, (different == 1 ? "" : "s")
}
