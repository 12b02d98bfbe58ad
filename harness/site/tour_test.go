package site

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"dporbench/internal/lab"
	"dporbench/internal/lab/site"
	"dporbench/internal/steps"
)

// TestReadme: README.md begins with the tour.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	rest := string(text)
	for i, s := range tour(t) {
		link := fmt.Sprintf("\n%d. [%s](http://%s/#tour=%s): ", i+1, s.Title, DefaultAddress, s.ID)
		_, after, found := strings.Cut(rest, link)
		if !found {
			t.Errorf("README.md has no stop %q", link)
			continue
		}
		rest = after
	}
}

type stop struct {
	ID, Title, Link string
	Algorithms      []string
	Holds           map[string]map[string]int64
	Look            []struct{ Text string }
}

func tour(t *testing.T) (stops []stop) {
	t.Helper()
	files, err := site.Files()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(files["tour.json"], &stops); err != nil {
		t.Fatal(err)
	}
	return stops
}

// tryTour opens each link of the tour: it must show the counts of the same exploration here, which are those in its text,
// and the right view.
func tryTour(l laboratory) {
	stops := tour(l.T)
	if len(stops) < 12 {
		l.Errorf("%d stops", len(stops))
	}
	for i, s := range stops {
		if i == 0 || !testing.Short() {
			l.follow("#tour=" + s.ID)
		} else { // on the same page, which is quicker
			l.Run(`delete document.body.dataset.done`)
			l.Run(fmt.Sprintf("document.querySelector('a[data-stop=%s]').click()", s.ID))
			l.ended()
		}
		l.Says(s.Title, `document.getElementById("tour-title").textContent`)
		l.Says("", problem)
		l.pointsOut(s)
		l.unfold()
		x := l.experiment()
		curves := 0
		for _, a := range known.Algorithms() {
			want := x.Explore(a.Name, lab.Bounds{}, nil)
			if !a.Samples && a.Name != "exhaustive" && want.Counts["executions"] > 0 {
				curves++
			}
			got := l.shown(a.Name)
			for cell, n := range map[string]int64{
				"executions": want.Counts["executions"], "redundant": want.Counts["redundant"], "events": want.Counts["events"], "stored": want.Largest,
			} {
				if want.Failed+want.Refused == "" && digits(got[cell]) != strconv.FormatInt(n, 10) {
					l.Errorf("%s, %s: shows %s %q, want %d", s.ID, a.Name, cell, got[cell], n)
				}
			}
			for counter, n := range s.Holds[a.Name] {
				if want.Counts[counter] != n {
					l.Errorf("%s, %s: %d %s, and the text is about %d", s.ID, a.Name, want.Counts[counter], counter, n)
				}
			}
		}
		l.looks(s, curves)
	}
}

// inSight is an expression for whether the middle of an element, or its top if that is larger, is in the window.
const inSight = `((e) => { const b = e.getBoundingClientRect(); return b.top >= 0 && b.top + 40 <= innerHeight && b.left >= 0 && b.left < innerWidth; })`

// pointsOut checks that a stop shows its few algorithms and no other, that its text, the table and the picture are in the window
// together, and that each thing to look at is marked.
func (l laboratory) pointsOut(s stop) {
	l.Helper()
	if len(s.Algorithms) < 2 || len(s.Algorithms) > 4 || len(s.Look) == 0 {
		l.Errorf("%s: %d algorithms, and %d things to look at", s.ID, len(s.Algorithms), len(s.Look))
	}
	l.Says(strings.Join(s.Algorithms, " "), `[...app.names()].sort((a, b) => `+position(s.Algorithms)+`).join(" ")`)
	l.Says(strconv.Itoa(len(s.Algorithms)), `document.querySelectorAll("#counters tbody tr:not([hidden])").length`)
	l.Says("true", `["tour-title", "tour-next", "counters", "view"].every((id) => `+inSight+`(document.getElementById(id)))`)
	marks := `[...document.querySelectorAll(".mark"), ...(document.querySelector(".frame")?.contentDocument?.querySelectorAll(".mark") || [])]`
	l.Says(strconv.Itoa(len(s.Look)), `new Set(`+marks+`.map((m) => m.textContent)).size`)
}

// position compares names by their places in a list.
func position(names []string) string {
	list, _ := json.Marshal(names)
	return fmt.Sprintf(`%s.indexOf(a) - %[1]s.indexOf(b)`, list)
}

// unfold shows all algorithms.
func (l laboratory) unfold() {
	l.Helper()
	l.Run(`if (app.state.algorithms !== "all") document.getElementById("all").click()`)
	l.ended()
}

// tryKeys: one key leads to the next stop of the tour, the browser's Back leads back, and it takes three keys from the top of the
// page to the tree.
func tryKeys(l laboratory) {
	stops := tour(l.T)
	title := `document.getElementById("tour-title").textContent`
	l.visit("#tour=" + stops[0].ID)
	l.Run(`document.getElementById("tour-title").focus()`)
	for i, key := range []string{kb.ArrowRight, "n", kb.ArrowRight} {
		l.Press(key)
		l.Says(stops[i+1].Title, title)
	}
	l.Press(kb.ArrowLeft)
	l.Says(stops[2].Title, title)
	l.ended()
	for _, i := range []int{3, 2, 1} {
		l.Run("history.back()")
		l.Says(stops[i].Title, title)
		l.ended()
	}
	l.Run("history.forward()")
	l.Says(stops[2].Title, title)
	l.visit("#program=p:+x=1%0A%7C+q:+a=x")
	l.Says("true", `document.querySelector(".frame")?.contentDocument?.querySelectorAll(".branch").length > 0`)
	l.Press(kb.Tab)
	l.Press(kb.Enter)
	l.Says("true", `document.activeElement?.contentDocument?.activeElement?.closest(".tree") !== null`)
	if link := l.Get("location.hash"); strings.Contains(link, "|") {
		l.Errorf("the link %s is not encoded", link)
	}
}

// tryLibrary: each program of the menu can be explored, and its entry leads to it.
func tryLibrary(l laboratory) {
	var groups []struct {
		Group    string
		Programs []struct {
			Title, Kind, Text, Params, Memory string
		}
	}
	files, err := site.Files()
	if err != nil {
		l.Fatal(err)
	}
	if err := json.Unmarshal(files["library.json"], &groups); err != nil {
		l.Fatal(err)
	}
	titles := map[string]bool{}
	for _, g := range groups {
		for _, p := range g.Programs {
			x := lab.Experiment{Kind: p.Kind, Text: p.Text, Memory: p.Memory}
			if p.Params != "" {
				if err := json.Unmarshal([]byte("["+p.Params+"]"), &x.Params); err != nil {
					l.Fatal(err)
				}
			}
			if run := x.Explore("pop", lab.Bounds{Seconds: 10}, nil); !run.Complete || titles[p.Title] {
				l.Errorf("%s: %+v", p.Title, run)
			}
			titles[p.Title] = true
		}
	}
	if len(titles) < 20 {
		l.Errorf("%d programs", len(titles))
	}
	l.follow("#program=p:+x=1%0A%7C+q:+a=x")
	l.Run(`document.getElementById("library").value = "SB, store buffering"; document.getElementById("library").dispatchEvent(new Event("change"))`)
	l.ended()
	l.Says("tso", "app.what().memory")
	l.Says("4", `document.querySelector("tr[data-algorithm=pop] .executions").textContent`)
	l.Says("6", `import("./download.js").then((d) => window.saved = d.table(app)) && window.saved?.trim().split("\n").length`)
	l.Run("history.back()")
	l.Says("sc", "app.what().memory")
}

// trySteps goes through recordings forwards and back, by keys, and compares the page with the recording.
func trySteps(l laboratory) {
	const at, told = `document.querySelector("#view-steps .where").textContent`, `document.querySelector("#view-steps .told").textContent`
	for _, name := range steps.Algorithms() {
		l.follow("#program=p:+x=1;+a=x%0A%7C+q:+a=y;+x=1%0A%7C+r:+a=x&show=steps&algorithm=" + name)
		recorded := l.experiment().Steps(name, 3000)
		count := len(recorded.Steps)
		l.Says(fmt.Sprintf("1 of %d", count), at)
		l.Run(`document.querySelector("#view-steps .moves button").focus()`)
		for i := 2; i <= 6; i++ {
			l.Press(kb.ArrowRight)
			l.Says(fmt.Sprintf("%d of %d", i, count), at)
			l.Says("true", fmt.Sprintf(`%s.endsWith(%q)`, told, recorded.Steps[i-1].Text))
			l.Says(fmt.Sprint(len(distinct(recorded.Steps[i-1].Lines))), `document.querySelectorAll("#view-steps .listing .now").length`)
		}
		l.Press(kb.ArrowLeft)
		l.Says(fmt.Sprintf("5 of %d", count), at)
		l.Says("5", `String(new URLSearchParams(location.hash.slice(1)).get("step"))`)
		l.Press(kb.End)
		l.Says(fmt.Sprintf("%d of %d", count, count), at)
	}
	l.visit("#program=p:+x=1%0A%7C+q:+a=x&show=steps&algorithm=pop&step=4")
	l.Says("2", `document.querySelectorAll("#view-steps .racing").length`)
	l.Says("true", `document.querySelector("#view-steps .execution").getAttribute("aria-label").startsWith("The execution so far: p: x = 1")`)
}

func distinct(lines []int) []int { return slices.Compact(slices.Sorted(slices.Values(lines))) }

// looks checks that the view of a stop shows something.
func (l laboratory) looks(s stop, curves int) {
	l.Helper()
	switch show := l.Get("app.state.show"); show {
	case "tree":
		l.Says("true", `document.querySelector(".frame")?.contentDocument?.querySelectorAll(".branch").length > 0`)
	case "storage":
		l.Says(strconv.Itoa(curves), `document.querySelectorAll("#view-storage .curve").length`)
	case "classes":
		l.Says(strconv.Itoa(len(known.Algorithms())-1), `document.querySelectorAll("#view-classes .compared tbody tr").length`)
	case "why":
		l.Says("true", `document.querySelector("#view-why pre").textContent.includes("explored no execution of its class")`)
	default:
		l.Errorf("%s shows %q", s.ID, show)
	}
}
