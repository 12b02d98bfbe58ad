package plots

import (
	"slices"
)

// SpeedUp is how many times as fast so many workers explore a program as one does.
type SpeedUp struct {
	Program    string // and how long one worker takes
	Algorithm  string
	Workers    int
	Sequential float64 // seconds that one worker takes
	SpeedUp    float64
}

// DrawSpeedUps draws them into the folder dir over the number of workers, a panel for each program, once
// in each format, and returns the paths of the files.
func DrawSpeedUps(dir string, all []SpeedUp, formats []Format) (files []string, err error) {
	return saveAll(dir, speedUps(all).paginate(), formats)
}

// ideal is the name of the curve of workers that lose nothing.
const ideal = "as many times as workers"

func speedUps(all []SpeedUp) figure {
	f := figure{name: "speed-up", sharedX: true, sharedY: true}
	var programs []string
	for _, s := range all {
		if !slices.Contains(programs, s.Program) {
			programs = append(programs, s.Program)
		}
	}
	for _, program := range programs {
		points := map[string][]point{}
		var line []point
		for _, s := range all {
			if s.Program == program {
				points[s.Algorithm] = append(points[s.Algorithm], point{x: float64(s.Workers), y: s.SpeedUp})
				line = append(line, point{x: float64(s.Workers), y: float64(s.Workers)})
			}
		}
		f.panels = append(f.panels, panel{
			title: program,
			x:     axis{label: "workers", log: true}, y: axis{label: "speed-up", log: true},
			curves: append(curvesOf(points), curve{algorithm: ideal, fitted: line, points: nil}),
		})
	}
	f.legend = legendOf(f.panels, nil)
	return f
}
