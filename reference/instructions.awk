# From instructions.csv: instructions for each counted step, and in brackets as multiples of POP's; last, POP's instructions with the order quiet over those with first.
# With -v ranges=steps or -v ranges=quiet, the ranges of these in a sentence instead.
BEGIN { FS = "," }
NR == 1 { next }
{ each[$1, $2] = $4 / $3; all[$1, $2] = $4; if (!($1 in known)) { known[$1] = 1; rows[++n] = $1 } }
function times(row, algorithm) { return each[row, algorithm] / each[row, "pop"] }
function over(row, algorithm) { return sprintf("%.0f (%.2f)", each[row, algorithm], times(row, algorithm)) }
function quiet(row) { return all[row, "pop_quiet"] / all[row, "pop"] }
function range(algorithm,   r, x, low, high) {
	for (r = 1; r <= n; r++) {
		x = algorithm == "quiet" ? quiet(rows[r]) : times(rows[r], algorithm)
		if (!low || x < low) low = x
		if (x > high) high = x
	}
	return sprintf("%.2f to %.2f times", low, high)
}
function table(   r) {
	print "| program | POP | TruSt | Optimal-DPOR | Source-DPOR | quiet : first |"
	print "|---|---:|---:|---:|---:|---:|"
	for (r = 1; r <= n; r++) printf "| %s | %.0f | %s | %s | %s | %.2f |\n", rows[r], each[rows[r], "pop"], over(rows[r], "trust"), over(rows[r], "optimal"), over(rows[r], "source"), quiet(rows[r])
}
END {
	if (ranges == "steps") printf "A step of TruSt takes %s the instructions of a step of POP, one of Optimal-DPOR %s, and one of Source-DPOR %s.\n", range("trust"), range("optimal"), range("source")
	else if (ranges == "quiet") printf "With `quiet`, POP takes %s the instructions that it takes with the order of numbers.\n", range("quiet")
	else table()
}
