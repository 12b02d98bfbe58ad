package site

import (
	"os"

	"github.com/chromedp/chromedp"
)

// tryGraphs explores under a memory model of C11: the tab "Why" draws executions beside their columns, and other views have nothing to show.
func tryGraphs(l laboratory) {
	const (
		answer = `document.querySelector("#view-why .answer").textContent`
		drawn  = `document.querySelector("#view-why .graph img")?.naturalWidth > 200`
	)
	l.follow("#program=p:+relaxed+x=1;+y=1%0A%7C+q:+a=y;+relaxed+b=x&memory=rc11&algorithms=trust,pop&algorithm=trust&show=why&execution=3")
	l.Says("3", `app.runs.get("trust").counts.executions`)
	l.Says("does not explore under rc11", `app.runs.get("pop").refused`)
	l.Says("true", drawn)
	l.Says("true", answer+`.includes("y → 1 from p.2")`)
	l.Says("true", `document.querySelector("#view-why .graph img").alt.includes("p.2 rf q.1")`)
	l.picture("execution")
	l.Run(`app.change({ schedule: "p p q q", execution: 0 })`)
	l.Says("true", answer+`.includes("3 of 4 are executions under rc11")`)
	l.Says("true", drawn)
	l.picture("schedule")
	l.Run(`app.change({ show: "play" })`)
	l.Says("executions are graphs under rc11, and not one sequence of events: the tab “Why” draws them", `document.querySelector("#view-play [role=status]").textContent`)
	l.Run(`app.change({ show: "classes" })`)
	l.Says("each class exactly once", `document.querySelector('#view-classes tr[data-algorithm="trust"] .verdict')?.textContent`)
	l.Says("3 classes by full enumeration.", `document.querySelector("#view-classes [role=status]").textContent`)
	l.picture("classes")
	l.Run(`app.change({ show: "why", memory: "sc", algorithm: "pop", schedule: "p p q q" })`)
	l.Says("true", `document.querySelector("#view-why .graph").hidden`)
}

// picture takes a picture of the page, for people, into the folder that DPORBENCH_PICTURES names.
func (l laboratory) picture(name string) {
	folder := os.Getenv("DPORBENCH_PICTURES")
	if folder == "" {
		return
	}
	shot, err := chromedp.Run(l.Context, chromedp.FullScreenshot(100))
	if err != nil {
		l.Fatal(err)
	}
	if err := os.WriteFile(folder+"/"+name+".png", shot, 0o666); err != nil {
		l.Error(err)
	}
}
