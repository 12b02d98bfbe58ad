# From instructions.csv: instructions for each counted step, and in brackets as multiples of POP's; last, POP's instructions with the order quiet over those with first.
BEGIN { FS = ","; print "| program | POP | TruSt | Optimal-DPOR | Source-DPOR | quiet : first |"; print "|---|---:|---:|---:|---:|---:|" }
NR == 1 { next }
{ each[$1, $2] = $4 / $3; all[$1, $2] = $4; if (!($1 in known)) { known[$1] = 1; rows[++n] = $1 } }
function over(row, algorithm) { return sprintf("%.0f (%.2f)", each[row, algorithm], each[row, algorithm] / each[row, "pop"]) }
END { for (r = 1; r <= n; r++) printf "| %s | %.0f | %s | %s | %s | %.2f |\n", rows[r], each[rows[r], "pop"], over(rows[r], "trust"), over(rows[r], "optimal"), over(rows[r], "source"), all[rows[r], "pop_quiet"] / all[rows[r], "pop"] }
