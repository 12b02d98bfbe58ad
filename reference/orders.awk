# From map-orders.csv: how many events each order takes, as multiples of the fewest of all orders, for each algorithm.
BEGIN { FS = "," }
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
$at["status"] == "ok" {
	run = $at["algorithm"] SUBSEP $at["benchmark"] " " $at["params"]
	events[run, $at["order"]] = $at["events"]
	if (!(run in known)) { known[run] = 1; runs[++n] = run }
}
END {
	orders = split("first last random quiet calm recent shortest", order, " ")
	algorithms = split("pop optimal source", algorithm, " ")
	print "| algorithm | order | mean | most | fewest of all on | more than 5 % above first on |"
	print "|---|---|---:|---:|---:|---:|"
	for (a = 1; a <= algorithms; a++) for (o = 1; o <= orders; o++) {
		sum = most = best = above = count = 0
		for (r = 1; r <= n; r++) {
			split(runs[r], part, SUBSEP)
			if (part[1] != algorithm[a]) continue
			fewest = 0; all = 1
			for (q = 1; q <= orders; q++) {
				if (!((runs[r], order[q]) in events)) { all = 0; break }
				e = events[runs[r], order[q]] + 0
				if (fewest == 0 || e < fewest) fewest = e
			}
			if (!all) continue
			e = events[runs[r], order[o]]; count++; sum += log(e / fewest)
			if (e / fewest > most) most = e / fewest
			if (e == fewest) best++
			if (e > 1.05 * events[runs[r], "first"]) above++
		}
		printf "| %s | %s | %.3f | %.2f | %d of %d | %d |\n", algorithm[a], order[o], exp(sum / count), most, best, count, above
	}
}
