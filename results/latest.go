package results

// Latest leaves out rows of runs that a later build has measured again, so that
// no cell is a mixture of builds: what is left of each run is what was measured
// by the build that measured it last.
func Latest(rows []Row) []Row {
	last := map[config]string{}
	for _, row := range rows {
		last[row.config()] = row.Build
	}
	var latest []Row
	for _, row := range rows {
		if row.Build == last[row.config()] {
			latest = append(latest, row)
		}
	}
	return latest
}
