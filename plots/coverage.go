package plots

import (
	"slices"

	"dporbench/results"
)

// DrawCoverage draws the number of classes that samplers have seen against the number of runs, with a panel for each
// program, into the folder dir, once in each format, and returns the paths of the files.
func DrawCoverage(dir string, rows []results.Coverage, formats []Format) (files []string, err error) {
	return saveAll(dir, coverage(rows).paginate(), formats)
}

func coverage(rows []results.Coverage) figure {
	f := figure{name: "coverage"}
	var programs []string
	points, classes := map[string]map[string][]point{}, map[string]int64{}
	for _, r := range rows {
		if !slices.Contains(programs, r.Program) {
			programs = append(programs, r.Program)
			points[r.Program] = map[string][]point{}
		}
		classes[r.Program] = r.Classes
		p := point{x: r.Samples, y: r.Seen}
		if r.Classes > 0 {
			p.y = 100 * r.Seen / float64(r.Classes)
		}
		points[r.Program][r.Sampler] = append(points[r.Program][r.Sampler], p)
	}
	for _, program := range programs {
		curves := curvesOf(points[program])
		for i := range curves {
			curves[i].sparse = true
		}
		y := axis{label: "classes seen [%]", percent: true}
		if classes[program] == 0 {
			y = axis{label: "classes seen", log: true}
		}
		f.panels = append(f.panels, panel{title: program, x: axis{label: "runs", log: true}, y: y, curves: curves})
	}
	f.legend = legendOf(f.panels, nil)
	return f
}
