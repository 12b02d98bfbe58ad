package site

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"dporbench/internal/lab"
	"dporbench/internal/lab/site"
	"dporbench/internal/quiz"
	"dporbench/model/behaviour"
	"dporbench/model/machine"
)

// exercise is an exercise of exercises.json.
type exercise struct {
	ID, Title, Link string
	Algorithms      []string
	Text, Solution  []string
	Facts           []fact
}

// fact is a figure in a solution, or a question of the laboratory with its right answers.
type fact struct {
	Program, Kind, Memory string // of another experiment than the exercise's; "" is as there
	Params                []int

	Ask      string // see laboratoryAnswers
	Schedule string
	Thread   string  // of reads
	Values   []int64 // that it loads
	Is       int64

	Quiz      quiz.Kind
	Algorithm string
	Question  int
	Right     []string // the options
	Names     []string // texts in the answer, in the reasons for options, or in the facts given
}

func exercises(t *testing.T) (all []exercise) {
	t.Helper()
	files, err := site.Files()
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(files["exercises.json"]))
	if err := d.Decode(&all); err != nil {
		t.Fatal(err)
	}
	return all
}

// experiment is the experiment that a link opens.
func (e exercise) experiment(t *testing.T) lab.Experiment {
	t.Helper()
	given, err := url.ParseQuery(strings.ReplaceAll(e.Link, ";", "%3B"))
	if err != nil {
		t.Fatal(err)
	}
	x := lab.Experiment{Kind: given.Get("kind"), Text: given.Get("program"), Memory: given.Get("memory")}
	if x.Kind == "" {
		x.Kind = "small"
	}
	if p := given.Get("params"); p != "" {
		if err := json.Unmarshal([]byte("["+p+"]"), &x.Params); err != nil {
			t.Fatal(err)
		}
	}
	return x
}

func (f fact) experiment(x lab.Experiment) lab.Experiment {
	if f.Program != "" {
		x.Text, x.Memory, x.Params = f.Program, "", f.Params
	}
	if f.Kind != "" {
		x.Kind = f.Kind
	}
	if f.Memory != "" {
		x.Memory = f.Memory
	}
	return x
}

// TestExercises asks the laboratory for each figure in the solutions, and for the questions that they are about.
func TestExercises(t *testing.T) {
	all := exercises(t)
	if len(all) != 12 {
		t.Errorf("%d exercises", len(all))
	}
	for _, e := range all {
		t.Run(e.ID, func(t *testing.T) {
			x := e.experiment(t)
			covered := map[string]bool{}
			for _, f := range e.Facts {
				if f.Quiz != "" {
					f.checkQuiz(t, x)
					for _, text := range f.Names {
						for _, n := range figures.FindAllString(text, -1) {
							covered[n] = true
						}
					}
					continue
				}
				if got := laboratoryAnswer(t, f, f.experiment(x)); got != f.Is {
					t.Errorf("%s of %q: %d, and the solution says %d", f.Ask, f.experiment(x).Text, got, f.Is)
				}
				covered[fmt.Sprint(f.Is)] = true
				for _, v := range f.Values {
					covered[fmt.Sprint(v)] = true
				}
			}
			for _, n := range uncovered(e.Solution, covered) {
				t.Errorf("no fact checks the figure %s", n)
			}
		})
	}
}

var (
	figures = regexp.MustCompile(`\b\d+\b`)
	code    = regexp.MustCompile("`[^`]*`")
	inWords = regexp.MustCompile(`(?i)\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:classes|executions|explorations|interleavings|races|steps)\b`)
)

// uncovered are the figures of a solution that no fact has, outside of code.
func uncovered(solution []string, covered map[string]bool) (missing []string) {
	for _, text := range solution {
		text = code.ReplaceAllString(text, "")
		for _, n := range figures.FindAllString(text, -1) {
			if !covered[n] {
				missing = append(missing, n)
			}
		}
		missing = append(missing, inWords.FindAllString(text, -1)...)
	}
	return missing
}

// TestUncovered: a figure that no fact has is found, in digits and in words.
func TestUncovered(t *testing.T) {
	got := uncovered([]string{"There are 6 interleavings of `x=3`, and 4 classes.", "Of those, five classes."}, map[string]bool{"6": true})
	if !slices.Equal(got, []string{"4", "five classes"}) {
		t.Errorf("found %q", got)
	}
}

func (f fact) checkQuiz(t *testing.T, x lab.Experiment) {
	t.Helper()
	q := f.experiment(x).Quiz(f.Algorithm, f.Quiz, f.Question)
	if f.Algorithm == "" {
		q = f.experiment(x).Quiz("pop", f.Quiz, f.Question)
	}
	if q.Question == nil {
		t.Fatalf("%s %d: %s", f.Quiz, f.Question, q.Failed)
	}
	text := strings.Join(append(q.Facts, q.Answer), " ")
	var right []string
	for _, o := range q.Options {
		if text += " " + o.Why; o.Right {
			right = append(right, o.Text)
		}
	}
	if !slices.Equal(right, f.Right) {
		t.Errorf("%s %d: right is %q, and the solution says %q", f.Quiz, f.Question, right, f.Right)
	}
	for _, name := range f.Names {
		if !strings.Contains(text, name) {
			t.Errorf("%s %d does not say %q: %s", f.Quiz, f.Question, name, text)
		}
	}
}

// laboratoryAnswer is the figure that a fact asks for.
func laboratoryAnswer(t *testing.T, f fact, x lab.Experiment) int64 {
	t.Helper()
	p, m, err := x.Load()
	if err != nil {
		t.Fatal(err)
	}
	if algorithm, counter, ok := strings.Cut(f.Ask, "."); ok {
		r := x.Explore(algorithm, lab.Bounds{}, nil)
		n, known := r.Counts[counter]
		if counter == "largest" {
			n, known = r.Largest, true
		}
		if !r.Complete || !known {
			t.Fatalf("%s: %+v", f.Ask, r)
		}
		return n
	}
	switch f.Ask {
	case "classes":
		return explored(t, x)
	case "threads":
		return int64(p.NumThreads())
	case "param":
		return int64(x.Params[0])
	case "races":
		return racesOf(t, x, f.Schedule)
	}
	all := interleavings(t, x)
	n := int64(0)
	for _, orders := range all {
		switch f.Ask {
		case "interleavings":
			n += int64(len(orders))
		case "single", "several":
			if (len(orders) == 1) == (f.Ask == "single") {
				n++
			}
		case "reads":
			if slices.Contains(orders, f.Schedule) && slices.Equal(loads(t, x, orders[0], f.Thread), f.Values) {
				n++
			}
		case "never":
			if slices.Equal(loads(t, x, orders[0], f.Thread), f.Values) {
				n++
			}
		case "bothZero":
			if slices.Equal(loads(t, x, orders[0], "p"), []int64{0}) && slices.Equal(loads(t, x, orders[0], "q"), []int64{0}) {
				n++
			}
		default:
			t.Fatalf("unknown: %s, of %s under %v", f.Ask, p.Name(), m)
		}
	}
	return n
}

// explored is the number of classes, on which full enumeration and POP agree.
func explored(t *testing.T, x lab.Experiment) int64 {
	t.Helper()
	oracle, pop := x.Explore("exhaustive", lab.Bounds{}, nil), x.Explore("pop", lab.Bounds{}, nil)
	if n := oracle.Counts["executions"]; !oracle.Complete || !pop.Complete || pop.Counts["executions"] != n {
		t.Errorf("%q: %+v, %+v", x.Text, oracle, pop)
	}
	return oracle.Counts["executions"]
}

func racesOf(t *testing.T, x lab.Experiment, schedule string) (n int64) {
	t.Helper()
	play := x.Play(schedule, nil)
	if play.Failed != "" || !play.Maximal {
		t.Fatalf("%s: %+v", schedule, play)
	}
	for _, e := range play.Events {
		n += int64(len(e.Races))
	}
	return n
}

// interleavings are all maximal sequences of events by class, as the names of threads in order, found by trying each enabled thread everywhere.
func interleavings(t *testing.T, x lab.Experiment) map[string][]string {
	t.Helper()
	p, m, err := x.Load()
	if err != nil {
		t.Fatal(err)
	}
	run, err := machine.New(p, behaviour.Limits{Memory: m, MaxSteps: 100})
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	all := map[string][]string{}
	var visit func(schedule string)
	visit = func(schedule string) {
		enabled := run.AppendEnabled(nil)
		for _, thread := range enabled {
			name := fmt.Sprintf("%d", thread+1)
			if int(thread) < p.NumThreads() {
				name = p.ThreadName(thread)
			} else if issuer, ok := run.IssuerOf(thread); ok {
				name = p.ThreadName(issuer) + ".buffer"
			}
			if _, err := run.Step(thread); err != nil {
				t.Fatal(err)
			}
			visit(strings.TrimSpace(schedule + " " + name))
			run.Undo()
		}
		if len(enabled) == 0 {
			key := p.ClassKey(run.Events())
			all[key] = append(all[key], schedule)
		}
	}
	visit("")
	return all
}

// loads are the values that a thread loads in an execution.
func loads(t *testing.T, x lab.Experiment, schedule, thread string) (values []int64) {
	t.Helper()
	play := x.Play(schedule, nil)
	if play.Failed != "" {
		t.Fatalf("%s: %s", schedule, play.Failed)
	}
	for _, e := range play.Events {
		if _, value, ok := strings.Cut(e.Text, " → "); ok && play.Threads[e.Thread] == thread {
			var n int64
			if _, err := fmt.Sscan(value, &n); err != nil {
				t.Fatal(err)
			}
			values = append(values, n)
		}
	}
	return values
}

var writeExercises = flag.String("exercises", "", "write the page of exercises to this `FILE`")

// TestExercisesPage: docs/exercises.md has the exercises of the page, with links to them.
func TestExercisesPage(t *testing.T) {
	want := exercisesPage(exercises(t))
	if *writeExercises != "" {
		if err := os.WriteFile(*writeExercises, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile("../../docs/exercises.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("docs/exercises.md is not what exercises.json contains: go test ./harness/site -run ExercisesPage -exercises FILE writes it")
	}
}

const exercisesIntroduction = `# Twelve exercises

For a course, or for yourself, after [DPOR in twenty minutes](dpor-in-twenty-minutes.md) or the tour; the words are in the [glossary](glossary.md). The link below a
title opens the experiment on the page, where it can be changed, scheduled by hand and asked about: run ` + "`bin/dporbench serve`" + ` after ` + "`make build`" + `, or put the
page of ` + "`make site`" + ` on a web server, and follow its button “Exercises”. The browser prints each of them as a handout, with or without its solution. Each figure in a solution is checked by a test, which asks
the laboratory for it.
`

func exercisesPage(all []exercise) string {
	var b strings.Builder
	b.WriteString(exercisesIntroduction)
	for i, e := range all {
		fmt.Fprintf(&b, "\n## %d. %s\n\n[Open it on the page](http://%s/#exercise=%s): %s\n", i+1, e.Title, DefaultAddress, e.ID, e.program())
		for _, text := range e.Text {
			fmt.Fprintf(&b, "\n%s\n", text)
		}
		fmt.Fprintf(&b, "\n<details><summary>Solution</summary>\n")
		for _, text := range e.Solution {
			fmt.Fprintf(&b, "\n%s\n", text)
		}
		fmt.Fprintf(&b, "\n</details>\n")
	}
	return b.String()
}

// program is the program of the experiment, as on a command line.
func (e exercise) program() string {
	given := map[string]string{}
	for pair := range strings.SplitSeq(e.Link, "&") { // programs contain semicolons, which url.ParseQuery refuses
		key, value, _ := strings.Cut(pair, "=")
		given[key], _ = url.QueryUnescape(value)
	}
	text := "`" + strings.Join(strings.Fields(given["program"]+" "+given["params"]), " ") + "`"
	if m := given["memory"]; m != "" {
		text += ", under " + m
	}
	return text
}
