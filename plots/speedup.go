package plots

import (
	"cmp"
	"fmt"
	"image/color"
	"strings"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"dporbench/results"
)

// DrawSpeedUps draws simulated speed-ups over the number of workers, with a panel for each program, into the folder dir, once in each
// format, and returns the paths of the files.
func DrawSpeedUps(dir string, rows []results.SpeedUp, formats []Format) (files []string, err error) {
	return saveAll(dir, speedUps(rows).paginate(), formats)
}

func speedUps(rows []results.SpeedUp) figure {
	f := figure{name: "speed-up", sharedX: true, sharedY: true}
	for _, group := range divide(rows, func(a, b results.SpeedUp) int {
		return cmp.Or(strings.Compare(bare(a), bare(b)), cmp.Compare(a.Sequential, b.Sequential))
	}) {
		points := map[string][]point{}
		for _, r := range group {
			points[r.Algorithm] = append(points[r.Algorithm], point{x: r.Workers, y: r.Factor})
		}
		f.panels = append(f.panels, panel{
			title:  bare(group[0]) + ", " + duration(group[0].Sequential) + " with one worker",
			x:      axis{label: "workers, simulated", log: true},
			y:      axis{label: "times as fast", log: true},
			curves: curvesOf(points),
			under:  []plot.Plotter{ideal{}},
		})
	}
	f.legend = legendOf(f.panels, nil)
	f.legend.entries = append(f.legend.entries, entry{ideal{}.sample, []string{"as many times as workers"}})
	return f
}

// bare is the program without the time of one worker.
func bare(s results.SpeedUp) string {
	name, _, _ := strings.Cut(s.Program, ",")
	return name
}

// duration is a time in the words of a reader: 37 s, one hour, two hours.
func duration(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch hours := d.Round(time.Hour / 2).Hours(); {
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f s", seconds)
	case hours < 1:
		return fmt.Sprintf("%.0f minutes", d.Minutes())
	case hours == 1:
		return "one hour"
	default:
		return fmt.Sprintf("%g hours", hours)
	}
}

// ideal is the line on which the exploration is as many times as fast as there are workers.
type ideal struct{}

func (ideal) style() draw.LineStyle {
	return draw.LineStyle{Color: color.Gray{140}, Width: vg.Points(0.6), Dashes: []vg.Length{0.7, 1.5}}
}

func (i ideal) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	low, high := max(p.X.Min, p.Y.Min), min(p.X.Max, p.Y.Max)
	c.StrokeLine2(i.style(), tx(low), ty(low), tx(high), ty(high))
}

func (i ideal) sample(c draw.Canvas, r vg.Rectangle) {
	y := (r.Min.Y + r.Max.Y) / 2
	c.StrokeLine2(i.style(), r.Min.X, y, r.Max.X, y)
}
