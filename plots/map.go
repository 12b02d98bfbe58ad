package plots

import (
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"dporbench/results"
)

// DrawMap draws the map of the explorations, time and storage of each algorithm on each program, and the quantiles of the times, into the folder dir,
// once in each format, and returns the paths of the files. A program whose classes by happens-before are unknown has no
// factors for explorations.
func DrawMap(dir string, rows []results.Row, classes []results.Classes, formats []Format) (files []string, err error) {
	m := mapOf(results.Cells(rows), classes)
	if len(m.programs) == 0 {
		return nil, ErrNothing
	}
	if files, err = saveAll(dir, []chart{m}, formats); err != nil {
		return files, err
	}
	if more := quantiles(results.Cells(rows)).paginate(); len(more) > 0 {
		drawn, err := saveAll(dir, more, formats)
		return append(files, drawn...), err
	}
	return files, nil
}

// chart is the map: some fields with a row for each program and a column for each algorithm.
type chart struct {
	programs   []string
	algorithms []string
	fields     []heat
}

// finest is the equivalence with whose classes explorations are compared.
const finest = "mazurkiewicz"

func mapOf(cells []results.Cell, classes []results.Classes) chart {
	var m chart
	measured := map[[2]string]results.Row{}
	for _, c := range cells {
		r := c.Median()
		if !slices.Contains(m.programs, r.Name()) {
			m.programs = append(m.programs, r.Name())
		}
		if !slices.Contains(m.algorithms, r.Algorithm) {
			m.algorithms = append(m.algorithms, r.Algorithm)
		}
		measured[[2]string{r.Name(), r.Algorithm}] = r
	}
	n := map[string]float64{}
	for _, c := range classes {
		if c.Equivalence == finest {
			n[c.Program] = float64(c.N)
		}
	}
	m.algorithms = inOrder(m.algorithms)
	m.add("explorations for each class of happens-before", measured, func(r results.Row) float64 {
		if n[r.Name()] == 0 {
			return 0
		}
		return float64(r.Executions+r.Redundant) / n[r.Name()]
	}, false)
	m.add("time, relative to the shortest", measured, func(r results.Row) float64 { return r.Wall.Seconds() }, true)
	m.add("things stored, relative to the fewest", measured, func(r results.Row) float64 { return float64(r.Stored.Largest()) }, true)
	return m
}

// add adds a field of the figure of; relative says whether it is relative to the least on the program.
func (m *chart) add(heading string, measured map[[2]string]results.Row, of func(results.Row) float64, relative bool) {
	f := heat{heading: heading}
	for _, program := range m.programs {
		tiles, least := make([]tile, len(m.algorithms)), math.Inf(1)
		for i, a := range m.algorithms {
			r, ok := measured[[2]string{program, a}]
			if ok && r.Status == results.OK {
				tiles[i].factor = of(r)
			}
			if tiles[i].factor > 0 {
				least = min(least, tiles[i].factor)
			}
			tiles[i].limit = r.Status == results.Timeout || r.Status == results.OutOfMemory
		}
		if relative {
			for i := range tiles {
				tiles[i].factor /= least
			}
		}
		f.cells = append(f.cells, tiles)
	}
	m.fields = append(m.fields, f)
}

// The sizes of the map.
const (
	squareSize  = vg.Length(7.5)
	programsGap = vg.Length(112) // for the names on the left
	namesGap    = vg.Length(58)  // and those above
	fieldGap    = vg.Length(10)
	scaleGap    = vg.Length(26) // for the key to the colours
	scaleWidth  = vg.Length(378)
	mapEdge     = vg.Length(6)
)

func (m chart) title() string { return "map" }

func (m chart) fieldWidth() vg.Length { return squareSize * vg.Length(len(m.algorithms)) }

func (m chart) size() (width, height vg.Length) {
	fields := vg.Length(len(m.fields))
	return max(scaleWidth, 2*mapEdge+programsGap+fields*m.fieldWidth()+(fields-1)*fieldGap),
		2*mapEdge + headingHeight + namesGap + squareSize*vg.Length(len(m.programs)) + scaleGap
}

func (m chart) draw(c draw.Canvas) {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	top := c.Max.Y - mapEdge - headingHeight - namesGap
	for i, name := range m.programs {
		text := strings.TrimPrefix(name, "benchmarks/literature/")
		y := top - squareSize*vg.Length(i+1) + 1.5
		c.FillText(fitting(text, tickSize, programsGap-4), vg.Point{X: c.Min.X + mapEdge, Y: y}, text)
	}
	for k, f := range m.fields {
		left := c.Min.X + mapEdge + programsGap + vg.Length(k)*(m.fieldWidth()+fieldGap)
		m.drawField(c, f, vg.Point{X: left, Y: top})
	}
	m.drawScale(c)
}

// drawField draws a field whose tiles begin below and right of corner.
func (m chart) drawField(c draw.Canvas, f heat, corner vg.Point) {
	c.FillText(fitting(f.heading, labelSize, m.fieldWidth()), vg.Point{X: corner.X, Y: corner.Y + namesGap + 3}, f.heading)
	for i, a := range m.algorithms {
		upright := letters(tickSize)
		upright.Rotation = math.Pi / 2
		c.FillText(upright, vg.Point{X: corner.X + squareSize*vg.Length(i+1) - 1.8, Y: corner.Y + 2}, a)
	}
	for row, tiles := range f.cells {
		for column, s := range tiles {
			low := vg.Point{X: corner.X + squareSize*vg.Length(column), Y: corner.Y - squareSize*vg.Length(row+1)}
			s.draw(c, vg.Rectangle{Min: low, Max: low.Add(vg.Point{X: squareSize, Y: squareSize})})
		}
	}
}

// drawScale draws the key to the colours at the bottom.
func (m chart) drawScale(c draw.Canvas) {
	at := vg.Point{X: c.Min.X + mapEdge, Y: c.Min.Y + mapEdge}
	sample := func(s tile, text string) {
		s.draw(c, vg.Rectangle{Min: at, Max: at.Add(vg.Point{X: squareSize, Y: squareSize})})
		style := letters(tickSize)
		c.FillText(style, vg.Point{X: at.X + squareSize + 2, Y: at.Y + 1.5}, text)
		at.X += squareSize + style.Width(text) + 8
	}
	for _, s := range []struct {
		factor float64
		text   string
	}{{1.0 / darkest, "1/1000"}, {0.01, "1/100"}, {0.1, "1/10"}, {1, "1"}, {10, "10"}, {100, "100"}, {darkest, "1000 or more"}} {
		sample(tile{factor: s.factor}, s.text)
	}
	sample(tile{limit: true}, "ended at a limit")
	sample(tile{}, "no figure: not taken, or not known")
}
