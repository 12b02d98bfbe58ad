# From map.csv: what Optimal-DPOR stores beside POP, by the largest counter of each, and where Source-DPOR begins something redundant, in a sentence.
BEGIN { FS = "," }
NR == 1 { for (i = 1; i <= NF; i++) { at[$i] = i; if ($i ~ /^peak_stored_/ && $i !~ /behaviour/) stored[i] } next }
$at["status"] == "ok" {
	run = $at["benchmark"] " " $at["params"]; known[run]
	for (i in stored) if ($i + 0 > most[run, $at["algorithm"]]) most[run, $at["algorithm"]] = $i + 0
	if ($at["redundant"] > 0) vain[$at["algorithm"]]++
}
END {
	for (run in known) {
		programs++
		if (!most[run, "pop"] || !most[run, "optimal"]) continue
		both++
		ratio = most[run, "optimal"] / most[run, "pop"]
		if (ratio < 1) fewer++
		if (ratio > largest) largest = ratio
	}
	printf "On the %d programs of the map, Optimal-DPOR stores up to %.0f times as much as POP, but less than POP on %d of %d. Source-DPOR begins something in vain on %d of them, POP on %d, and Optimal-DPOR on %d.\n", programs, largest, fewer, both, vain["source"], vain["pop"], vain["optimal"]
}
