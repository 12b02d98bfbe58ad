package site

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"dporbench/internal/quiz"
)

const (
	played  = `document.querySelector("#view-play .told").textContent`
	chosen  = `app.state.play`
	classes = `document.querySelector("#view-play .sum").textContent`
)

// tryPlay schedules a program by keys and by buttons, until there is an execution of each class.
func tryPlay(l laboratory) {
	l.follow("#program=p:+x=1%0A%7C+q:+a=x%0A%7C+r:+b=x&show=play")
	l.Says("You have 0 of 4 classes.", classes)
	l.Says("Choose Executions of 4 classes begin like this, and you have none of them.", played)
	l.Run(`document.querySelector("#view-play .choice").focus()`)
	for i, want := range []string{"p", "p q", "p q r"} {
		l.Press("1")
		l.Says(want, chosen)
		l.Says(strconv.Itoa(i+1), `document.querySelectorAll("#view-play .event").length`)
	}
	l.Says("Class 1, new complete.", played)
	l.Says("2", `document.querySelectorAll("#view-play .hb:not(.tip)").length`)
	l.Says("p q r", `app.state.mine`)
	l.Press("0")
	for _, move := range []struct{ key, schedule string }{{"1", "p"}, {"2", "p r"}, {"1", "p r q"}} {
		l.Press(move.key)
		l.Says(move.schedule, chosen)
		l.Says("true", fmt.Sprintf(`document.querySelectorAll("#view-play .event").length === %d`, len(strings.Fields(move.schedule))))
	}
	x := l.experiment()
	want := x.Play("p r q", []string{"p q r"})
	l.Says(fmt.Sprintf("Class 1 again complete. Compared with your execution 1: %s", want.Text), played)
	if want.Seen != 1 || !strings.Contains(want.Text, "r: x → 1 and q: x → 1") {
		l.Errorf("%+v", want)
	}
	l.Press(kb.Backspace)
	l.Says("p r", chosen)
	l.Says("Nothing new Executions of 1 class begin like this, and you have it: whatever you choose, the execution will be of that class.", played)
	l.Run("history.back()")
	l.Says("p r q", chosen)
	for i := 2; i <= 4; i++ {
		l.Run(`[...document.querySelectorAll("#view-play .moves button")].find((b) => b.textContent.startsWith("Show one")).click()`)
		l.Says(fmt.Sprintf("You have %d of 4 classes.", i), classes)
	}
	l.Says("true", played+`.endsWith("You have them all.")`)
	l.Says("4", `document.querySelectorAll("#view-play .boxes .have").length`)
	l.Says("true", `document.activeElement.tagName === "BUTTON" || document.activeElement === document.body`)
	mine := l.Get("app.state.mine")
	l.visit(l.Get("location.hash"))
	l.Says("You have 4 of 4 classes.", classes)
	l.Says(mine, "app.state.mine")
	l.follow("#program=p:+lock+l;+unlock+l%0A%7C+q:+lock+l;+a=choose(2)&show=play&play=p")
	l.Says("q lock l waits at lock l, held by p", `document.querySelector("#view-play .choice:disabled")?.textContent.trim()`)
	l.follow("#program=p:+lock+l;+unlock+l%0A%7C+q:+lock+l;+a=choose(2)&show=play&play=p+p+q")
	l.Says("q=0 q=1", `app.views.play.answer.options.map((o) => o.word).join(" ")`)
}

// tryQuiz answers questions of each kind, rightly and wrongly. The page must show the same questions and reasons as the laboratory in this process.
func tryQuiz(l laboratory) {
	const verdict = `document.querySelector("#view-quiz .told").textContent`
	for i, kind := range quiz.Kinds() {
		l.follow("#program=p:+x=1;+a=x%0A%7C+q:+a=y;+x=1%0A%7C+r:+a=x&show=quiz&algorithm=source&quiz=" + string(kind))
		x := l.experiment()
		earlier := i // kinds whose answers count on the same page
		if !testing.Short() {
			earlier = 0 // each link has opened another page
		}
		for n := range 2 {
			q := x.Quiz("source", kind, n)
			l.Says(q.Text, `document.querySelector("#view-quiz .asked").textContent`)
			l.Says(strconv.Itoa(n), "app.state.question")
			l.Says("true", `document.querySelector("#view-quiz .told").hidden`)
			l.Says(strconv.Itoa(len(q.Options)), `document.querySelectorAll("#view-quiz .option").length`)
			for at, o := range q.Options {
				if o.Right == (n == 0) {
					l.Run(fmt.Sprintf(`document.querySelectorAll("#view-quiz .option input")[%d].click()`, at))
				}
			}
			l.Run(`document.querySelector("#view-quiz .primary").click()`)
			title := "Right"
			if n == 1 {
				title = "Not quite"
			}
			l.Says(title+" "+q.Answer, verdict)
			right := slices.IndexFunc(q.Options, func(o quiz.Option) bool { return o.Right && o.Why != "" })
			if right >= 0 {
				l.Says("true", fmt.Sprintf(`document.querySelectorAll("#view-quiz .option")[%d].textContent.includes(%q)`, right, q.Options[right].Why))
			}
			l.Says(fmt.Sprintf("1 of %d right", n+1), fmt.Sprintf(`document.querySelector("#view-quiz .moves .note").textContent.replace(/^\d+ of \d+/, (s) => { const [a, b] = s.split(" of "); return (a - %d) + " of " + (b - %d); })`, earlier, 2*earlier))
			l.Run(`[...document.querySelectorAll("#view-quiz .moves button")].at(-1).click()`)
		}
	}
	l.follow("#program=p:+x=1%0A%7C+q:+y=1&show=quiz")
	l.Says("true", `document.querySelector("#view-quiz > .note").textContent.includes("has a race")`)
}

// tryExercises opens each exercise by its link: the question, its experiment and, folded, its solution.
func tryExercises(l laboratory) {
	for i, e := range exercises(l.T) {
		l.follow("#exercise=" + e.ID)
		l.Says(e.Title, `document.getElementById("tour-title").textContent`)
		l.Says(fmt.Sprintf("Exercise %d of 12", i+1), `document.getElementById("tour-where").textContent`)
		l.Says("", problem)
		l.Says("false", `document.getElementById("tour-solution").open || document.getElementById("tour-solution").hidden`)
		l.Says(strings.Join(e.Solution, ""), "document.getElementById('tour-solution-body').textContent.replaceAll('`', '') && app.tour.stop.solution.join('')")
		if x := l.experiment(); x.Text != e.experiment(l.T).Text {
			l.Errorf("%s explores %q", e.ID, x.Text)
		}
		l.Says("true", `document.querySelector("#view-" + app.state.show).matches(":not([hidden])") && Boolean(document.querySelector(".choice, #view-quiz .option, .frame, .chart, #view-play .event"))`)
	}
	l.Run(`document.getElementById("tour-title").focus()`)
	l.Press(kb.ArrowLeft)
	l.Says("lost-update", "app.state.exercise")
	l.Click("#tour-close")
	l.Says("false", `document.body.classList.contains("touring")`)
	l.Click("#tour-open")
	l.Says("Stop 1 of 13", `document.getElementById("tour-where").textContent`)
}

// tryEmbed shows experiments in a page of another origin, by the code that the page offers.
func tryEmbed(l laboratory) {
	l.follow("#program=p:+x=1%0A%7C+q:+a=x&show=tree")
	l.Run(`window.frameCode = ""; import("./embed.js").then((m) => { window.frameCode = m.code(app); })`)
	l.Says("true", `window.frameCode !== ""`)
	code := l.Get(`window.frameCode`)
	if !regexp.MustCompile(`^<iframe src="http://[^"]*&amp;embed=1" title="dporbench: p: x=1 \| q: a=x" width="100%" height="\d+" loading="lazy"></iframe>$`).MatchString(code) {
		l.Errorf("the code is %s", code)
	}
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<!DOCTYPE html><title>course</title>"+code)
	}))
	defer other.Close()
	l.Do(chromedp.Navigate(other.URL))
	l.Says("1", `window.frames[0]?.length`) // the frame of the tree, in the frame of the page
	l.visit("#program=p:+x=1%0A%7C+q:+a=x&show=play&embed=1")
	l.Says("none none none", `[".top", ".lead", "#results"].map((s) => getComputedStyle(document.querySelector(s)).display).join(" ")`)
	l.Says("p: x=1 | q: a=x", `document.getElementById("embedded-program").textContent`)
	l.Says("true", `!document.getElementById("embedded-open").href.includes("embed=1") && document.getElementById("embedded-open").href.includes("program=p:")`)
	l.Says("true", `document.querySelectorAll("#view-play .choice").length === 2 && document.documentElement.scrollWidth <= innerWidth`)
	l.visit("#program=p:+x=1%0A%7C+q:+a=x")
	l.Says("false", `document.body.classList.contains("embedded")`)
}

// tryPrint prints stops, exercises and experiments: the program and the whole tree are on paper, without buttons and folded solutions.
func tryPrint(l laboratory) {
	for _, link := range []string{"#tour=source-sets", "#exercise=count", "#exercise=memory", "#program=p:+x=1%0A%7C+q:+a=x&show=steps&step=4"} {
		l.follow(link)
		l.Says("true", `app.state.show !== "tree" || document.querySelectorAll("#view-tree .printed img").length > 0`)
		text, err := chromedp.Run(l.Context, func(ctx context.Context, t *chromedp.Target) (page.PrintToPDFResult, error) {
			return cdp.Call(ctx, t, page.PrintToPDF, page.PrintToPDFParams{PaperWidth: 8.27, PaperHeight: 11.69})
		})
		if err != nil {
			l.Fatal(err)
		}
		if n := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(text.Data, -1)); n < 1 || n > 3 {
			l.Errorf("%s has %d sheets", link, n)
		}
		l.Says("true", `document.getElementById("printed-program").textContent === (app.state.kind === "benchmark" ? app.name : app.state.text)`)
		l.Says(l.server.URL+"/"+strings.TrimSuffix(link, "&show=steps&step=4"), `document.getElementById("printed-link").textContent.replace("&show=steps&step=4", "")`)
	}
}

// tryDownloads draws the table, a tree, a chart and an execution as images.
func tryDownloads(l laboratory) {
	for _, link := range []string{"#program=p:+x=1%0A%7C+q:+a=x&show=tree", "#program=p:+x=1%0A%7C+q:+a=x&show=storage", "#program=p:+x=1%0A%7C+q:+a=x&show=steps&step=4"} {
		l.follow(link)
		l.Says("true", `document.querySelector("#view-tree .printed img, #view-storage:not([hidden]) .chart, #view-steps:not([hidden]) .execution") !== null`)
		l.Run(`window.image = null; import("./download.js").then(async (d) => { window.image = [await d.png(d.picture(app)), await d.png(d.tablePicture(app))].map((b) => b.type + " " + (b.size > 2000)).join(", "); })`)
		l.Says("image/png true, image/png true", "window.image")
	}
}

// tryNarrow: nothing scrolls sideways at twice the size on a screen of 1280, nor on a telephone, and the buttons of each view are inside.
func tryNarrow(l laboratory) {
	defer l.Do(chromedp.EmulateViewport(1280, 800))
	const outside = `[...document.querySelectorAll("main button, main select, main input, header button")].filter((e) => e.checkVisibility() && !e.closest(".scroll, .tabs, .hidden, .kinds") && (e.getBoundingClientRect().right > innerWidth + 1 || e.getBoundingClientRect().left < -1)).map((e) => e.id || e.textContent).join()`
	for _, size := range [][2]int64{{640, 450}, {390, 844}} {
		l.Do(chromedp.EmulateViewport(size[0], size[1]))
		for _, link := range []string{"tree&against=optimal", "steps&step=9", "play&play=p+q", "quiz", "storage", "classes", "why"} {
			l.follow("#program=p:+x=1;+a=x%0A%7C+q:+a=y;+x=1%0A%7C+r:+a=x&show=" + link)
			l.Says("true", "document.documentElement.scrollWidth <= innerWidth")
			l.Says("", outside)
		}
	}
}
