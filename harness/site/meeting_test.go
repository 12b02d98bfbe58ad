package site

import (
	"encoding/json"
	"fmt"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"dporbench/internal/lab"
)

// tryMeeting shows the states of a program beside its tree: an execution that is selected in one is marked in the other.
func tryMeeting(l laboratory) {
	const (
		says    = `document.querySelector(".meetings [role=status]")?.textContent`
		circles = `[...document.querySelector(".meeting").shadowRoot.querySelectorAll(".state")]`
		way     = `JSON.stringify(` + circles + `.flatMap((g, n) => g.classList.contains("way") ? [n] : []))`
		chosen  = circles + `.findIndex((g) => g === g.getRootNode().activeElement)`
		state   = `document.querySelector(".meetings [aria-live]").textContent`
		press   = `document.querySelector(".frame").contentDocument.getElementById(%q).click()`
	)
	l.follow("#program=p:+x=1;+a=y%0A%7C+q:+y=1;+b=x&against=states")
	met := l.experiment().Meeting("pop", 10)
	if len(met.States) != 9 || len(met.Ways) != 3 {
		l.Fatalf("%d states, %d executions, %s", len(met.States), len(met.Ways), met.Failed)
	}
	l.Says("true", says+`?.startsWith("9 states, by the number of executions that pass each; in 2 of them")`)
	l.Says("9", circles+`.length`)
	l.Says(wayOf(met, 2), way) // E1 is the last that is visited
	l.Run(fmt.Sprintf(press, "next"))
	l.Says(wayOf(met, 1), way)
	l.Run(circles + `.at(-1).dispatchEvent(new Event("click"))`)
	l.Says("true", state+`.includes("state 9: x = 1, y = 1; p ended, q ended") && `+state+`.includes("Here meet")`)
	l.Says("E1,E2,E3", `[...document.querySelectorAll(".meetings button")].map((b) => b.textContent).join()`)
	l.Run(`[...document.querySelectorAll(".meetings button")].find((b) => b.textContent === "E3").click()`) // as the tree calls it: it is the first that is visited
	l.Says("1", `app.state.execution`)
	l.Says(wayOf(met, 0), way)
	l.Press(kb.Tab) // nothing of the graph is reached by more than one tab
	l.Run(circles + `[0].dispatchEvent(new Event("click"))`)
	for _, at := range met.Ways[0][1:] {
		l.Press(kb.ArrowDown)
		l.Says(fmt.Sprint(at), chosen)
	}
	l.Press(kb.Home)
	l.Says("0", chosen)
	for _, c := range []struct{ link, says string }{
		{"#kind=benchmark&program=lastzero&params=10&against=states", "The states are not drawn: there are more than 300 states."},
		{"#program=p:+x=1|+q:+a=x&memory=sc-commuting&against=states", "The states are not drawn: states cannot decide this: under the memory model sc-commuting, whose executions are no sequences of states, or have other classes."},
	} {
		l.begin(c.link)
		l.Says(c.says, says)
	}
	l.follow("#program=p:+x=1;+a=y;+a=z%0A%7C+q:+y=1;+b=x%0A%7C+r:+z=1;+c=x&against=states&execution=5")
	for name, width := range map[string]int{"wide": 1280, "narrow": 390} {
		l.Do(chromedp.EmulateViewport(int64(width), 900))
		l.Says("true", says+`?.startsWith("36 states")`)
		l.Says("true", `document.documentElement.scrollWidth <= innerWidth`)
		l.picture("states-" + name)
	}
	l.Do(chromedp.EmulateViewport(1280, 800))
}

// wayOf is the states of an execution, in the order of their numbers.
func wayOf(met lab.Meeting, execution int) string {
	passed := []int{}
	for n := range met.States {
		for _, at := range met.Ways[execution] {
			if at == n {
				passed = append(passed, n)
			}
		}
	}
	text, _ := json.Marshal(passed)
	return string(text)
}
