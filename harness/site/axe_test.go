package site

import (
	"os"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestAxe runs axe-core, which looks for barriers, on each view of the page, if DPORBENCH_AXE names its file axe.min.js. The npm registry
// has it: see CONTRIBUTING.md.
func TestAxe(t *testing.T) {
	file := os.Getenv("DPORBENCH_AXE")
	if file == "" {
		t.Skip("DPORBENCH_AXE names no axe.min.js")
	}
	axe, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	l := open(t)
	const program = "#program=p:+x=1;+a=x%0A%7C+q:+a=y;+x=1%0A%7C+r:+a=x&show="
	for _, link := range []string{
		program + "tree&against=optimal", program + "tree&against=states", program + "steps&step=9", program + "play&play=p+q&mine=p+p+q+q+r", program + "quiz", program + "storage", program + "classes", program + "why",
		"#tour=source-sets", "#exercise=count", "#kind=benchmark&program=exp-mem3&params=4&show=storage", program + "play&embed=1", "glossary.html", "exercises.html", "dpor-in-twenty-minutes.html",
	} {
		if link[0] == '#' {
			l.visit(link)
		} else {
			l.load(link)
		}
		time.Sleep(time.Second) // animations, and the frame of the tree
		l.Do(chromedp.Evaluate[chromedp.Void](string(axe)))
		l.Run(`window.violations = undefined; axe.run().then((r) => { window.violations = r.violations.map((v) => v.id + " at " + v.nodes.slice(0, 3).map((n) => n.target.join(" ")).join(", ")).join("; ") || "none"; })`)
		l.SaysWithin(time.Minute, "true", `window.violations !== undefined`)
		if got := l.Get("window.violations"); got != "none" {
			t.Errorf("%s: %s", link, got)
		}
	}
}
