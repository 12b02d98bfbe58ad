package plots

import (
	"fmt"
	"os"
)

// Calibration is how near estimates of a number of executions come to it.
type Calibration struct {
	Algorithm  string
	Executions float64
	Error      float64 // relative
	Explored   float64 // relative
	Held       float64 // part of the estimates whose interval holds the number; those without one do not
}

// DrawCalibration draws them into the folder dir over the number of executions, once in each format, and
// returns the paths of the files.
func DrawCalibration(dir string, all []Calibration, formats []Format) (files []string, err error) {
	if len(all) == 0 {
		return nil, ErrNothing
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	for _, f := range calibration(all).paginate() {
		for _, format := range formats {
			path, err := f.save(dir, format)
			if err != nil {
				return files, fmt.Errorf("figure %s: %w", f.name, err)
			}
			files = append(files, path)
		}
	}
	return files, nil
}

func calibration(all []Calibration) figure {
	f := figure{name: "estimates", sharedX: true}
	for _, p := range []struct {
		title, label string
		log          bool
		value        func(Calibration) float64
	}{
		{"error", "median error, %", true, func(c Calibration) float64 { return c.Error }},
		{"cost", "explored, % of all", true, func(c Calibration) float64 { return c.Explored }},
		{"coverage", "intervals that hold, %", false, func(c Calibration) float64 { return c.Held }},
	} {
		points := map[string][]point{}
		for _, c := range all {
			y := 100 * p.value(c)
			if p.log {
				y = max(y, 0.01)
			}
			points[c.Algorithm] = append(points[c.Algorithm], point{x: c.Executions, y: y})
		}
		f.panels = append(f.panels, panel{title: p.title, x: axis{label: "executions", log: true}, y: axis{label: p.label, log: p.log}, curves: curvesOf(points)})
	}
	f.legend = legendOf(f.panels, nil)
	return f
}
