package plots

// Calibration measures how close estimates of a number of executions are to it.
type Calibration struct {
	Benchmark  string
	Executions float64
	Error      float64 // of an estimate from a small part, relative
	Explored   float64 // the share of all events that this takes
	Time       float64 // the share of the whole time that this takes
}

// DrawCalibration draws calibrations into the folder dir over the number of executions, once in each
// format, and returns the paths of the files.
func DrawCalibration(dir string, all []Calibration, formats []Format) (files []string, err error) {
	return saveAll(dir, calibration(all).paginate(), formats)
}

func calibration(all []Calibration) figure {
	f := figure{name: "estimates", sharedX: true}
	for _, p := range []struct {
		title, label string
		value        func(Calibration) float64
	}{
		{"error", "median, %", func(c Calibration) float64 { return c.Error }},
		{"events", "% of an exploration's", func(c Calibration) float64 { return c.Explored }},
		{"time", "% of an exploration's", func(c Calibration) float64 { return c.Time }},
	} {
		points := map[string][]point{}
		for _, c := range all {
			y := max(100*p.value(c), 0.01)
			points[c.Benchmark] = append(points[c.Benchmark], point{x: c.Executions, y: y})
		}
		f.panels = append(f.panels, panel{title: p.title, x: axis{label: "executions", log: true}, y: axis{label: p.label, log: true}, curves: curvesOf(points)})
	}
	f.legend = legendOf(f.panels, nil)
	return f
}
