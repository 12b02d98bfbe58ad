package html_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"dporbench/benchmarks"
	"dporbench/frontends/smallprog"
	"dporbench/internal/browser"
	"dporbench/internal/tree"
	"dporbench/model"
)

// user acts on a page and checks its contents.
type user struct{ *browser.User }

// listen is put at the head of the page, and records its errors.
const listen = `<head><script>
window.wrong = [];
addEventListener("error", (e) => wrong.push(e.message));
addEventListener("unhandledrejection", (e) => wrong.push(String(e.reason)));
for (const level of ["error", "warn"]) console[level] = (...words) => wrong.push(words.join(" "));
</script>`

// open shows a page for the program.
func (u *user) open(p *model.Program, keep tree.Keep, algorithms ...string) {
	u.Helper()
	text := strings.Replace(write(u.T, p, keep, algorithms...), "<head>", listen, 1)
	path := filepath.Join(u.TempDir(), "tree.html")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		u.Fatal(err)
	}
	u.Do(chromedp.Navigate("file://" + path))
	u.Says("true", drawn+" > 0")
}

// Expressions for the contents of the page.
const (
	title     = `document.querySelector("#detail h2").firstChild.data`
	pills     = `document.querySelectorAll("#detail .columns .event:not(.head) title, #detail .columns g > .event.head title").length`
	transform = `document.querySelector("#tree-0 .world").getAttribute("transform")`
	drawn     = `document.querySelectorAll("#tree-0 .branch").length`
	subtrees  = `document.querySelectorAll("#tree-0 .subtree").length`
	active    = `document.querySelector(".tree.active h2").textContent`
)

var picture = flag.String("picture", "", "write the picture of the page that README.md shows to this `FILE`")

// TestPicture draws the picture of the page, if -picture is given.
func TestPicture(t *testing.T) {
	if *picture == "" {
		t.Skip("no -picture FILE given")
	}
	u := &user{browser.New(t, time.Minute)}
	u.Do(chromedp.EmulateViewport(1280, 620))
	u.open(benchmarks.Fig1(), tree.Keep{}, "pop")
	u.Press(kb.ArrowRight)
	u.Says("E2", title)
	png, err := chromedp.Run(u.Context, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*picture, png, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestPage uses the page as its users do, in one browser.
func TestPage(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts a browser")
	}
	started := browser.New(t, time.Minute)
	for _, part := range []struct {
		name string
		try  func(*user)
	}{
		{"slider", trySlider}, {"outline", tryOutline}, {"keys", tryKeys}, {"fold", tryFold}, {"move", tryMove}, {"partner", tryPartner}, {"search", trySearch},
		{"outcomes", tryOutcomes}, {"part of a tree", tryPart}, {"thousands", tryThousands},
	} {
		t.Run(part.name, func(t *testing.T) {
			u := &user{started.In(t)}
			if part.name == "slider" {
				u.open(benchmarks.Fig1(), tree.Keep{}, "pop", "sleepset")
			}
			part.try(u)
			u.Says("", "wrong")
		})
	}
}

func trySlider(u *user) {
	u.Says("E1", title)
	u.Says("9", pills)
	u.Says("p: x = 1,q: y = 1,q: z = 1,r: g = 1,r: y → 1,r: x → 1,s: y → 1,s: z → 1,s: x → 1",
		`[...document.querySelectorAll("#detail .text li")].map((l) => l.textContent)`)
	u.Run(`(() => { const s = document.getElementById("slider"); s.value = 2; s.dispatchEvent(new Event("input")); })()`)
	u.Says("E2", title)
	u.Says("p: x = 1,r: g = 1,r: y → 0", `[...document.querySelectorAll("#detail .text li")].slice(0, 3).map((l) => l.textContent)`)
	u.Says("E2 reverses q: y = 1 / r: y → 1 after 1 event⟨r: g = 1 · r: y → 0⟩", `document.querySelector("#detail .origin li:last-child").textContent`)
	u.Says("E2 · 2 of 41 · pop", `document.getElementById("where").textContent`)
}

// tryOutline: the table for readers who do not see the tree has a row for each exploration, with its race, events and end.
func tryOutline(u *user) {
	row := func(i int) string {
		return fmt.Sprintf(`[...document.querySelectorAll("#outline-0 tbody tr")[%d].children].slice(0, 3).map((c) => c.textContent).join(" | ")`, i)
	}
	u.Says("41", `document.querySelectorAll("#outline-0 tbody tr").length`)
	u.Says("E1 | at the root | none", row(0))
	u.Says("E2 | leaves E1 after 1 event | q: y = 1 / r: y → 1", row(1))
	u.Says("p: x = 1; r: g = 1; r: y → 0", `document.querySelectorAll("#outline-0 tbody tr")[1].children[3].textContent.split("; ").slice(0, 3).join("; ")`)
	u.Says("complete, class 1", `document.querySelectorAll("#outline-0 tbody tr")[0].children[4].textContent`)
	u.Says("true", `[...document.querySelectorAll("#outline-1 tbody tr")].some((r) => r.textContent.includes("given up") && r.textContent.endsWith("redundant"))`)
}

func tryKeys(u *user) {
	u.Press(kb.Home)
	u.Says("E1", title)
	u.Press(kb.ArrowRight)
	u.Says("E2", title)
	u.Press(kb.ArrowUp) // where its race was found
	u.Says("E1", title)
	u.Press(kb.End)
	u.Says("41", `document.getElementById("slider").value`)
	u.Press(kb.Home)
	u.Press(" ")
	u.Says("true", `document.getElementById("play").getAttribute("aria-pressed")`)
	u.Says("true", `document.getElementById("slider").value > 1`)
	u.Press(" ")
	u.Says("false", `document.getElementById("play").getAttribute("aria-pressed")`)
	u.Press("?")
	u.Says("true", `document.getElementById("help").open`)
	u.Press(kb.Escape)
	u.Says("false", `document.getElementById("help").open`)
}

func tryFold(u *user) {
	u.Click("#tree-0 .buttons button:nth-child(3)") // fit
	u.Says("41", drawn)
	u.Press(kb.Home)
	u.Press(kb.ArrowRight) // E2
	u.Press("f")
	u.Says("1", subtrees)
	u.Says("38", drawn) // E9, E10 and E13 leave it
	u.Click("#tree-0 .subtree path")
	u.Says("0", subtrees)
	u.Says("41", drawn)
	u.Click(`#tree-0 [data-branch="1"] .fold .target`)
	u.Says("1", subtrees)
	u.Press(kb.Home)
	u.Press(kb.ArrowRight) // the selected subtree unfolds
	u.Says("0", subtrees)
}

func tryMove(u *user) {
	before := u.Get(transform)
	u.Press("+")
	zoomed := u.Get(transform)
	if zoomed == before {
		u.Error("+ does not zoom")
	}
	u.Press("0")
	fitted := u.Get(transform)
	if fitted == zoomed {
		u.Error("0 does not show the whole tree")
	}
	drag := `(() => {
		const svg = document.querySelector("#tree-0 svg");
		const send = (type, x, y) => svg.dispatchEvent(new PointerEvent(type, { pointerId: 1, button: 0, clientX: x, clientY: y, bubbles: true }));
		svg.setPointerCapture = () => {};
		send("pointerdown", 300, 200); send("pointermove", 340, 230); send("pointerup", 340, 230);
	})()`
	u.Run(drag)
	dragged := u.Get(transform)
	if dragged == fitted {
		u.Error("dragging does not move the tree")
	}
	u.Run(`document.querySelector("#tree-0 svg").dispatchEvent(new WheelEvent("wheel", { deltaY: -300, clientX: 300, clientY: 200, cancelable: true }))`)
	if u.Get(transform) == dragged {
		u.Error("the wheel does not zoom")
	}
	for range 20 {
		u.Press("+")
	}
	u.Says("true", drawn+" < 41") // branches out of sight are not in the document
	u.Press("0")
}

func tryPartner(u *user) {
	u.Press(kb.Home)
	u.Says("pop", active)
	u.Says("1", `document.querySelectorAll("#tree-1 .under rect").length`)
	u.Click("#detail .partner button")
	u.Says("sleepset", active)
	u.Press("t")
	u.Says("pop", active)
	u.Says("E1", title)
	u.Says("Each execution of pop has an equivalent one in sleepset.,Each execution of sleepset has an equivalent one in pop.",
		`[...document.querySelectorAll("#detail h3:last-of-type ~ p")].map((p) => p.textContent)`)
}

func trySearch(u *user) {
	u.Press("/")
	u.Says("query", `document.activeElement.id`)
	// Here, unlike under a keyboard, the slash is typed as well.
	u.Run(`document.getElementById("query").value = ""`)
	u.Press("g = 1")
	u.Says("true", `document.querySelectorAll("#tree-0 .found").length > 0`)
	u.Press(kb.Enter)
	u.Says("E2", title)
	u.Press(kb.Escape)
	u.Says("BODY", `document.activeElement.tagName`)
}

// tryOutcomes searches for the failed and deadlocked executions of a program.
func tryOutcomes(u *user) {
	const outcome = `document.querySelector("#detail .outcome").textContent`
	u.open(smallprog.MustBuild("p: lock l; lock m; x=1; unlock m; unlock l | q: lock m; lock l; a=x; assert a!=1; unlock l; unlock m"), tree.Keep{}, "pop")
	u.Says("3 executions, 1 failed, 1 deadlocked, 19 events", `document.querySelector("#tree-0 .counts").textContent`)
	u.Says("failed", outcome)
	u.Says("true", `document.querySelector("#detail .failure").textContent.includes("a!=1")`)
	u.Press("x")
	u.Says("deadlocked", outcome)
	u.Press("x")
	u.Says("failed", outcome)
}

// tryPart checks that executions that only seem to be missing are not reported as
// missing.
func tryPart(u *user) {
	u.open(benchmarks.ExpMem3(3), tree.Keep{First: 3}, "pop", "trust")
	u.Says("true", `document.querySelector("#detail").textContent.includes("not among those shown of trust")`)
	u.Says("true", `document.querySelectorAll("#tree-0 .alone").length > 0`)
}

// tryThousands checks that thousands of explorations are no burden: few of their
// elements are in the document, and moving from one to the next is fast.
func tryThousands(u *user) {
	u.open(benchmarks.LastZero(8), tree.Keep{First: 3000}, "sleepset")
	u.Says("3000", `document.getElementById("slider").max`)
	u.Press(kb.End)
	u.Says("3000", `document.getElementById("slider").value`)
	u.Says("true", `document.querySelectorAll("#tree-0 svg *").length < 10000`)
	u.Press(kb.Home)
	took := u.Get(`(() => {
		const start = performance.now();
		for (let i = 0; i < 20; i++) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
		return performance.now() - start;
	})()`)
	u.Says("21", `document.getElementById("slider").value`)
	u.Logf("20 steps in %s ms", took)
}
