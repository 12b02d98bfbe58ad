package site

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/google/go-cmp/cmp"

	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/program"
	"dporbench/internal/browser"
	"dporbench/internal/lab"
	"dporbench/internal/lab/site"
	"dporbench/model/memory"
)

// laboratory is the page in a browser, on its own server.
type laboratory struct {
	*browser.User
	server *httptest.Server
	wrong  *[]string // the browser's complaints
}

// open builds the page, serves it and opens it.
func open(t *testing.T) laboratory {
	t.Helper()
	u := browser.New(t, 10*time.Minute)
	folder := filepath.Join(t.TempDir(), "site")
	source, ok := site.FindSource(".")
	if !ok {
		t.Fatal("no source")
	}
	start := time.Now()
	if err := site.Write(folder, source); err != nil {
		t.Fatal(err)
	}
	t.Logf("the page is built in %v", time.Since(start).Round(time.Millisecond))
	light(t, folder)
	l := laboratory{u, httptest.NewServer(Handler(folder)), new([]string)}
	t.Cleanup(l.server.Close)
	l.Do()
	if err := chromedp.Listen(u.Context, l.complain); err != nil {
		t.Fatal(err)
	}
	l.visit("")
	return l
}

// light checks that the page, with all of its files, is less than 5 MB on the wire.
func light(t *testing.T, folder string) {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(folder, "*"+site.Compressed))
	if err != nil {
		t.Fatal(err)
	}
	total := int64(0)
	for _, file := range all {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		total += info.Size()
	}
	t.Logf("%d files have %d bytes compressed", len(all), total)
	if len(all) < 15 || total > 5_000_000 {
		t.Errorf("%d files, %d bytes", len(all), total)
	}
}

// complain records errors, including violations of the policy, except that the server is gone; see tryOffline.
func (l laboratory) complain(event any) {
	switch e := event.(type) {
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" && !strings.Contains(e.Entry.Text, "ERR_CONNECTION_REFUSED") {
			*l.wrong = append(*l.wrong, e.Entry.Text)
		}
	case *runtime.EventExceptionThrown:
		*l.wrong = append(*l.wrong, fmt.Sprint(e.ExceptionDetails.Text, e.ExceptionDetails.Exception))
	}
}

func (l laboratory) in(t *testing.T) laboratory {
	l.User = l.In(t)
	return l
}

// load reloads the page, with a link.
func (l laboratory) load(fragment string) {
	l.Helper()
	l.Do(chromedp.Navigate("about:blank"), chromedp.Navigate(l.server.URL+"/"+fragment))
}

// visit loads a link, and waits until its experiment has ended.
func (l laboratory) visit(fragment string) {
	l.Helper()
	l.load(fragment)
	l.ended()
}

// begin opens a link. With -short it does so in the open page, which is much faster than opening another.
func (l laboratory) begin(fragment string) {
	l.Helper()
	if testing.Short() {
		l.Run(fmt.Sprintf("delete document.body.dataset.done; location.hash = %q", fragment))
		return
	}
	l.load(fragment)
}

// follow begins with a link, and waits until its experiment has ended.
func (l laboratory) follow(fragment string) {
	l.Helper()
	l.begin(fragment)
	l.ended()
}

// known has nothing of another module.
var known lab.Laboratory

const (
	ended   = `window.app?.tour && document.body.dataset.done === String(app.turn)`
	problem = `document.getElementById("problem").hidden ? "" : document.getElementById("problem").textContent`
	status  = `document.getElementById("status").textContent`
	focused = `document.activeElement.closest("tr")?.dataset.algorithm`
	marked  = `[...document.getElementById("editor").shadowRoot.querySelectorAll(".cm-lintRange-error")].map((e) => e.textContent).join("")`
)

func (l laboratory) ended() {
	l.Helper()
	l.SaysWithin(time.Minute, "true", ended)
}

// Says waits longer than for other pages, because this one computes.
func (l laboratory) Says(want, expression string) {
	l.Helper()
	l.SaysWithin(30*time.Second, want, expression)
}

// experiment is the experiment that the page explores.
func (l laboratory) experiment() (x lab.Experiment) {
	l.Helper()
	if err := json.Unmarshal([]byte(l.Get("JSON.stringify(app.what())")), &x); err != nil {
		l.Fatal(err)
	}
	return x
}

// shown returns the contents of the cells in a row of the table of counters.
func (l laboratory) shown(algorithm string) map[string]string {
	l.Helper()
	cells := map[string]string{}
	text := l.Get(fmt.Sprintf(`JSON.stringify(Object.fromEntries([...document.querySelectorAll('tr[data-algorithm=%q] td')].map((c) => [c.classList.item(1) || c.className, c.firstChild?.textContent || ""])))`, algorithm))
	if err := json.Unmarshal([]byte(strings.ReplaceAll(text, `\u00a0`, " ")), &cells); err != nil {
		l.Fatal(err)
	}
	return cells
}

func digits(text string) string { return strings.ReplaceAll(text, ",", "") }

// TestPage uses the page as its users do.
func TestPage(t *testing.T) {
	l := open(t)
	for _, part := range []struct {
		name string
		try  func(laboratory)
	}{
		{"tour", tryTour}, {"keys", tryKeys}, {"steps", trySteps}, {"play", tryPlay}, {"quiz", tryQuiz}, {"graphs", tryGraphs}, {"meeting", tryMeeting}, {"exercises", tryExercises},
		{"print", tryPrint}, {"downloads", tryDownloads}, {"embed", tryEmbed}, {"narrow", tryNarrow}, {"library", tryLibrary}, {"mistake", tryMistake}, {"typing", tryTyping}, {"stop", tryStop}, {"bound", tryBound},
		{"link", tryLink}, {"counts", tryCounts}, {"speed", trySpeed}, {"offline", tryOffline},
	} {
		t.Run(part.name, func(t *testing.T) { part.try(l.in(t)) })
	}
	if len(*l.wrong) > 0 {
		t.Errorf("the browser complains: %q", *l.wrong)
	}
}

var picture = flag.String("picture", "", "write the picture of the page that README.md shows to this `FILE`")

// TestPicture draws the picture of the page, if -picture is given.
func TestPicture(t *testing.T) {
	if *picture == "" {
		t.Skip("no -picture FILE given")
	}
	l := open(t)
	l.Do(chromedp.EmulateViewport(1360, 960))
	l.visit("#kind=benchmark&program=exp-mem3&params=5&show=storage&algorithm=optimal")
	time.Sleep(time.Second)
	png, err := chromedp.Run(l.Context, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*picture, png, 0o666); err != nil {
		t.Fatal(err)
	}
}

// tryMistake checks that a mistake is shown at its place in the text.
func tryMistake(l laboratory) {
	for _, c := range []struct{ link, place, problem string }{
		{"#program=p:+x=1%0A|+q:+b=x;+frob", "frob", `cannot read statement "frob": variables are x, y, z, u, v and w, registers a to h, mutexes l, m and n, as in x=1, a=x, lock l`},
		{"#kind=litmus&program=X86_64+SB%0A{+}%0A+P0+;%0A+frob+;%0Aexists+(x=1)", "frob ;", ""},
		{"#kind=c&program=int+main(void)+{+/*+éé+*/%0A%09return+y;%0A}", "return y;", ""}, // bytes are not characters
		{"#kind=benchmark&program=lastzero&params=0", "", "lastzero: n = 0: must be from 1 to 100"},
	} {
		l.begin(c.link)
		l.Says("true", `window.app?.ready === false`)
		l.Says(c.place, marked)
		if c.problem != "" {
			l.Says(c.problem, problem)
		} else if l.Get(problem) == "" {
			l.Errorf("%s: says nothing", c.link)
		}
	}
}

// tryTyping types a program, and gets its counts without pressing a button.
func tryTyping(l laboratory) {
	l.follow("#program=p:+x=1+|+q:+a=x")
	l.Says("https://doi.org/10.1007/978-3-031-65630-9_2", `document.querySelector("#about a").href`)
	l.Run(`app.editor.focus(); app.editor.view.dispatch({ selection: { anchor: app.editor.text().length } })`)
	l.Press(" | r: c=")
	l.Says("true", `app.ready === false && !document.getElementById("problem").hidden`)
	l.Press("x")
	l.Says("", problem)
	l.ended()
	x := l.experiment()
	want := x.Explore("pop", lab.Bounds{}, nil)
	if got := l.shown("pop")["executions"]; digits(got) != strconv.FormatInt(want.Counts["executions"], 10) {
		l.Errorf("%q has %s executions, want %d", x.Text, got, want.Counts["executions"])
	}
	l.Press(kb.Enter)
	l.Press("| s: lo")
	l.Says("true", `[...document.getElementById("editor").shadowRoot.querySelectorAll(".cm-completionLabel")].some((e) => e.textContent === "lock l")`)
	l.Press(kb.Escape)
}

const endless = "#kind=benchmark&program=poke&params=40&show=storage&seconds="

// tryStop: the user can stop an endless program, and the page remains responsive.
func tryStop(l laboratory) {
	l.begin(endless + "600")
	l.Says("true", `window.app?.runs?.get("pop")?.counts.executions > 1000`)
	start := time.Now()
	l.Says("true", "true")
	l.Logf("the page answers in %v while it explores", time.Since(start).Round(time.Millisecond))
	l.Click("#stop")
	l.Says("true", ended)
	l.Says("true", `document.querySelector("tr[data-algorithm=pop] .stopped").textContent === "stopped by you"`)
	l.Says("true", status+`.includes("stopped before the end")`)
}

// tryBound: an endless program is stopped by its bound, and the page says so.
func tryBound(l laboratory) {
	l.begin(endless + "1")
	l.Says("stopped after 1 s", `document.querySelector("tr[data-algorithm=pop] .stopped")?.textContent`)
	l.Says("true", `Number(document.querySelector("tr[data-algorithm=pop] .executions").textContent.replaceAll(",", "")) > 0`)
}

// tryLink: choices are in the link, and the link restores them. The button that makes the choice keeps the focus while
// its row is rewritten.
func tryLink(l laboratory) {
	l.follow("#program=p:+x=1;+y=1%0A|+q:+a=y;+b=x")
	l.Run(`document.getElementById("memory").value = "tso"; document.getElementById("memory").dispatchEvent(new Event("change"))`)
	l.ended()
	l.Click(`tr[data-algorithm="optimal"] button`)
	l.Says("optimal", focused)
	l.Run(`app.run()`)
	l.ended()
	l.Says("optimal", focused)
	l.Click("#tab-classes")
	link := l.Get("location.hash")
	for _, part := range []string{"memory=tso", "algorithm=optimal", "show=classes", "program=p:"} {
		if !strings.Contains(link, part) {
			l.Errorf("%s is not in the link %s", part, link)
		}
	}
	before := l.Get("JSON.stringify(app.state)")
	l.visit(link)
	l.Says(before, "JSON.stringify(app.state)")
}

// tryCounts compares each benchmark's smallest row and each algorithm with the command's code: all counts, including
// storage. Long explorations are compared up to the same event. With -short, only a sixth of the pairs are compared.
func tryCounts(l laboratory) {
	registry, err := program.New(nil, nil)
	if err != nil {
		l.Fatal(err)
	}
	bounds := lab.Bounds{Executions: 100, Events: 5000}
	if !testing.Short() {
		bounds = lab.Bounds{Executions: 2000, Events: 100_000}
	}
	compared, whole := 0, 0
	for i, b := range (lab.Laboratory{}).Catalog().Benchmarks {
		words := []string{b.Name}
		for _, n := range b.Smallest {
			words = append(words, strconv.Itoa(n))
		}
		x := lab.Experiment{Kind: "benchmark", Text: b.Name, Params: b.Smallest}
		algorithms := slices.DeleteFunc(everySixth(registry.Algorithms(), i), func(a catalog.Algorithm) bool { return tooLong(x, a) })
		got := l.explore(x, bounds, program.Names(algorithms)...)
		for i, a := range algorithms {
			p, err := arguments.Parse(registry, words)
			if err != nil {
				l.Fatal(err)
			}
			want := lab.ExploreProgram(p.Program, memory.SC, a, bounds, nil)
			compared++
			if want.Complete {
				whole++
			}
			want.Seconds, got[i].Seconds = 0, 0
			want.Warm, got[i].Warm = 0, 0 // it depends on the time that the first exploration takes
			if d := cmp.Diff(want, got[i]); d != "" {
				l.Errorf("%v, %s: %s", words, a.Name, d)
			}
		}
	}
	l.Logf("%d explorations compared, %d of them whole", compared, whole)
}

// everySixth returns all algorithms or, with -short, every sixth, from index first modulo 6.
func everySixth(all []catalog.Algorithm, first int) (some []catalog.Algorithm) {
	if !testing.Short() {
		return all
	}
	for i := first % 6; i < len(all); i += 6 {
		some = append(some, all[i])
	}
	return some
}

// tooLong: an algorithm for a coarser equivalence may take minutes for an execution of thousands of events, and no
// bound can end it before it reaches the next event. With hundreds, rvf takes most of the time of the whole test.
func tooLong(x lab.Experiment, a catalog.Algorithm) bool {
	most := int64(1000)
	if testing.Short() {
		most = 500
	}
	first := x.Explore("pop", lab.Bounds{Executions: 1}, nil)
	return !a.Equivalence.KeepsOrder() && first.Counts["events"] > most
}

// explore explores x in workers of the page, with each of the algorithms.
func (l laboratory) explore(x lab.Experiment, bounds lab.Bounds, algorithms ...string) (runs []lab.Run) {
	l.Helper()
	words, _ := json.Marshal([]any{x, bounds, algorithms})
	script := fmt.Sprintf(`(async ([x, bounds, names]) => JSON.stringify(await Promise.all(names.map((n) => app.pool.call("explore", [x, n, bounds]).promise))))(%s)`, words)
	text, err := chromedp.Run(l.Context, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
	if err != nil {
		l.Fatal(err)
	}
	if err := json.Unmarshal([]byte(text), &runs); err != nil {
		l.Fatal(err)
	}
	return runs
}

// trySpeed measures the speed, and fails only if it takes many times as long as on a quiet machine.
func trySpeed(l laboratory) {
	for _, row := range []struct {
		name   string
		params []int
	}{{"linuxrwlocks", []int{6}}, {"poke", []int{10}}} {
		if testing.Short() {
			break
		}
		r := l.explore(lab.Experiment{Kind: "benchmark", Text: row.name, Params: row.params}, lab.Bounds{Executions: 100_000}, "pop")[0]
		l.Logf("%s %v by pop: %d executions in %.2f s", row.name, row.params, r.Counts["executions"], r.Seconds)
		if r.Seconds > 60 {
			l.Errorf("%s: %d executions took %.1f s", row.name, r.Counts["executions"], r.Seconds)
		}
	}
	l.Run(`window.took = 0; window.began = performance.now(); app.experiment({ text: "p: x=1; y=2 | q: a=y; b=x" });
		new MutationObserver(() => { if (!took && document.querySelector("tr.ended")) took = performance.now() - began; }).observe(document.getElementById("counters"), { subtree: true, childList: true, attributes: true })`)
	l.Says("true", "took > 0")
	took, _ := strconv.ParseFloat(l.Get("took"), 64)
	l.Logf("first result after %.0f ms on a warm page", took)
	if took > 10_000 {
		l.Errorf("the first result took %.0f ms", took)
	}
}

// tryOffline opens the page without its server.
func tryOffline(l laboratory) {
	l.Says("true", `navigator.serviceWorker.controller !== null`)
	l.server.CloseClientConnections()
	l.server.Close()
	l.visit("#program=p:+x=1;+y=1%0A|+q:+a=y;+b=x")
	l.Says("3", `document.querySelector("tr[data-algorithm=pop] .executions").textContent`)
}

// TestFolder: the folder has all files that the page needs, and its policy.
func TestFolder(t *testing.T) {
	files, err := site.Files()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"index.html", "app.js", "editor.js", "editor-licences.txt", "worker.js", "sw.js", "tree.html", "tree.js", "tree.css", "tour.json", "exercises.json", "library.json", "exercises.html", "glossary.html", "dpor-in-twenty-minutes.html", "twenty-pop.svg"} {
		if len(files[name]) == 0 {
			t.Errorf("no file %s", name)
		}
	}
	if page := string(files["index.html"]); !strings.Contains(page, site.Policy) || strings.Contains(page, "<style") || strings.Contains(page, "onclick") {
		t.Error("the page does not keep to its policy")
	}
	for name, text := range files {
		if name != "editor.js" && name != "editor-licences.txt" && strings.Contains(strings.ReplaceAll(string(text), "http://www.w3.org/2000/svg", ""), "://") {
			t.Errorf("%s names another host", name)
		}
	}
}
