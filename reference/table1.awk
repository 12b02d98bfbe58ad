# From dporbench table1 --format markdown: on how many rows POP is significantly faster or slower than the others, and the verdicts, in sentences.
BEGIN { FS = " *\\| *" }
$2 == "program" { inside = $3 ~ /^pop : trust/; next }
$2 == "verdict" { judging = 1; next }
!/^\|/ { inside = judging = 0 }
inside && $2 !~ /^:?-/ { rows++; compare("TruSt", $3, $2); compare("Optimal-DPOR", $7, $2) }
judging && $2 !~ /^:?-/ { claims++; said[$2]++; sub(/<br>.*/, "", $3); if ($2 == "not confirmed") list["no"] = list["no"] ", “" $3 "”" }
function compare(with, ratio, row) {
	if (ratio !~ /[0-9]/) return
	decided = ratio !~ /~/; ratio += 0
	sum[with] += log(ratio); count[with]++
	if (!decided) undecided[with]++
	else if (ratio < 1) faster[with]++
	else { slower[with]++; list[with] = list[with] ", " row }
}
function pop(with) {
	printf "POP is significantly faster than %s on %d of %d rows, and slower on %d%s; the geometric mean of all ratios of times is %.2f.", with, faster[with], rows, slower[with],
		slower[with] ? " (" substr(list[with], 3) ")" : "", exp(sum[with] / count[with])
}
END {
	if (!rows || !claims) { print "no tables to summarise"; exit 1 }
	pop("Optimal-DPOR"); printf "\n"; pop("TruSt")
	printf "\nOf %d claims %d are confirmed, %d exceeded, %d not distinguishable, and %d not confirmed%s.\n", claims, said["confirmed"], said["exceeded"], said["not distinguishable"],
		said["not confirmed"], said["not confirmed"] ? ": " substr(list["no"], 3) : ""
}
