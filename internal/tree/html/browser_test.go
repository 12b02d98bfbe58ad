package html_test

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"dporbench/benchmarks"
	"dporbench/internal/tree"
	"dporbench/model"
	"dporbench/smallprog"
)

// browser is a headless browser, closed at the end of the test. Without one on
// the machine the test is skipped, unless DPORBENCH_BROWSER is "required".
func browser(t *testing.T) context.Context {
	t.Helper()
	path := findBrowser()
	if path == "" {
		if os.Getenv("DPORBENCH_BROWSER") == "required" {
			t.Fatal("no chromium or chrome is installed, and DPORBENCH_BROWSER is required")
		}
		t.Skip("no chromium or chrome is installed: the page is not tried")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.DisableGPU, chromedp.NoSandbox, chromedp.WindowSize(1280, 800),
		chromedp.Flag("disable-dev-shm-usage", true))
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	ctx, stop := chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(ctx)
	t.Cleanup(end)
	return ctx
}

func findBrowser() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless-shell"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// user acts on a page and looks at it.
type user struct {
	*testing.T
	ctx context.Context
}

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
	u.do(chromedp.Navigate("file://" + path))
	u.says("true", drawn+" > 0")
}

func (u *user) do(actions ...chromedp.Action[chromedp.Void]) {
	u.Helper()
	if err := chromedp.Do(u.ctx, actions...); err != nil {
		u.Fatal(err)
	}
}

func (u *user) press(keys string) {
	u.Helper()
	u.do(chromedp.KeyEvent(keys))
}

func (u *user) click(selector string) {
	u.Helper()
	u.do(chromedp.Click(chromedp.CSS(selector)))
}

func (u *user) run(script string) {
	u.Helper()
	u.do(chromedp.Evaluate[chromedp.Void](script))
}

func (u *user) get(expression string) string {
	u.Helper()
	got, err := chromedp.Run(u.ctx, chromedp.Evaluate[string]("String("+expression+")"))
	if err != nil {
		u.Fatal(err)
	}
	return got
}

// says waits, some seconds at most, until an expression is a string.
func (u *user) says(want, expression string) {
	u.Helper()
	got := ""
	for range 200 {
		if got = u.get(expression); got == want {
			return
		}
		time.Sleep(25 * time.Millisecond)
	}
	u.Errorf("%s is %q, want %q", expression, got, want)
}

// What is looked at.
const (
	title     = `document.querySelector("#detail h2").firstChild.data`
	pills     = `document.querySelectorAll("#detail .columns .event:not(.head) title, #detail .columns g > .event.head title").length`
	transform = `document.querySelector("#tree-0 .world").getAttribute("transform")`
	drawn     = `document.querySelectorAll("#tree-0 .branch").length`
	subtrees  = `document.querySelectorAll("#tree-0 .subtree").length`
	active    = `document.querySelector(".tree.active h2").textContent`
)

var picture = flag.String("picture", "", "write the picture of the page that README.md shows to this `FILE`")

// TestPicture draws that picture, if it is asked for.
func TestPicture(t *testing.T) {
	if *picture == "" {
		t.Skip("no -picture FILE given")
	}
	u := &user{t, browser(t)}
	u.do(chromedp.EmulateViewport(1280, 620))
	u.open(benchmarks.Fig1(), tree.Keep{}, "pop")
	u.press(kb.ArrowRight)
	u.says("E2", title)
	png, err := chromedp.Run(u.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(*picture, png, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestPage uses the page as its readers do, in one browser.
func TestPage(t *testing.T) {
	if testing.Short() {
		t.Skip("it starts a browser")
	}
	ctx := browser(t)
	for _, part := range []struct {
		name string
		try  func(*user)
	}{
		{"slider", trySlider}, {"keys", tryKeys}, {"fold", tryFold}, {"move", tryMove}, {"partner", tryPartner}, {"search", trySearch},
		{"outcomes", tryOutcomes}, {"part of a tree", tryPart}, {"thousands", tryThousands},
	} {
		t.Run(part.name, func(t *testing.T) {
			u := &user{t, ctx}
			if part.name == "slider" {
				u.open(benchmarks.Fig1(), tree.Keep{}, "pop", "sleepset")
			}
			part.try(u)
			u.says("", "wrong")
		})
	}
}

func trySlider(u *user) {
	u.says("E1", title)
	u.says("9", pills)
	u.says("p: x = 1,q: y = 1,q: z = 1,r: g = 1,r: y → 1,r: x → 1,s: y → 1,s: z → 1,s: x → 1",
		`[...document.querySelectorAll("#detail .text li")].map((l) => l.textContent)`)
	u.run(`(() => { const s = document.getElementById("slider"); s.value = 2; s.dispatchEvent(new Event("input")); })()`)
	u.says("E2", title)
	u.says("p: x = 1,r: g = 1,r: y → 0", `[...document.querySelectorAll("#detail .text li")].slice(0, 3).map((l) => l.textContent)`)
	u.says("E2 reverses q: y = 1 / r: y → 1 after 1 event⟨r: g = 1 · r: y → 0⟩", `document.querySelector("#detail .origin li:last-child").textContent`)
	u.says("E2 · 2 of 41 · pop", `document.getElementById("where").textContent`)
}

func tryKeys(u *user) {
	u.press(kb.Home)
	u.says("E1", title)
	u.press(kb.ArrowRight)
	u.says("E2", title)
	u.press(kb.ArrowUp) // where its race was found
	u.says("E1", title)
	u.press(kb.End)
	u.says("41", `document.getElementById("slider").value`)
	u.press(kb.Home)
	u.press(" ")
	u.says("true", `document.getElementById("play").getAttribute("aria-pressed")`)
	u.says("true", `document.getElementById("slider").value > 1`)
	u.press(" ")
	u.says("false", `document.getElementById("play").getAttribute("aria-pressed")`)
	u.press("?")
	u.says("true", `document.getElementById("help").open`)
	u.press(kb.Escape)
	u.says("false", `document.getElementById("help").open`)
}

func tryFold(u *user) {
	u.click("#tree-0 .buttons button:nth-child(3)") // all in sight
	u.says("41", drawn)
	u.press(kb.Home)
	u.press(kb.ArrowRight) // E2
	u.press("f")
	u.says("1", subtrees)
	u.says("38", drawn) // E9, E10 and E13 leave it
	u.click("#tree-0 .subtree path")
	u.says("0", subtrees)
	u.says("41", drawn)
	u.click(`#tree-0 [data-branch="1"] .fold .target`)
	u.says("1", subtrees)
	u.press(kb.Home)
	u.press(kb.ArrowRight) // what is selected unfolds
	u.says("0", subtrees)
}

func tryMove(u *user) {
	before := u.get(transform)
	u.press("+")
	zoomed := u.get(transform)
	if zoomed == before {
		u.Error("+ does not zoom")
	}
	u.press("0")
	fitted := u.get(transform)
	if fitted == zoomed {
		u.Error("0 does not show the whole tree")
	}
	drag := `(() => {
		const svg = document.querySelector("#tree-0 svg");
		const send = (type, x, y) => svg.dispatchEvent(new PointerEvent(type, { pointerId: 1, button: 0, clientX: x, clientY: y, bubbles: true }));
		svg.setPointerCapture = () => {};
		send("pointerdown", 300, 200); send("pointermove", 340, 230); send("pointerup", 340, 230);
	})()`
	u.run(drag)
	dragged := u.get(transform)
	if dragged == fitted {
		u.Error("dragging does not move the tree")
	}
	u.run(`document.querySelector("#tree-0 svg").dispatchEvent(new WheelEvent("wheel", { deltaY: -300, clientX: 300, clientY: 200, cancelable: true }))`)
	if u.get(transform) == dragged {
		u.Error("the wheel does not zoom")
	}
	for range 20 {
		u.press("+")
	}
	u.says("true", drawn+" < 41") // what is out of sight is not in the document
	u.press("0")
}

func tryPartner(u *user) {
	u.press(kb.Home)
	u.says("pop", active)
	u.says("1", `document.querySelectorAll("#tree-1 .under rect").length`)
	u.click("#detail .partner button")
	u.says("sleepset", active)
	u.press("t")
	u.says("pop", active)
	u.says("E1", title)
	u.says("Each execution of pop has an equivalent one in sleepset.,Each execution of sleepset has an equivalent one in pop.",
		`[...document.querySelectorAll("#detail h3:last-of-type ~ p")].map((p) => p.textContent)`)
}

func trySearch(u *user) {
	u.press("/")
	u.says("query", `document.activeElement.id`)
	// Here, unlike under a keyboard, the slash is typed as well.
	u.run(`document.getElementById("query").value = ""`)
	u.press("g = 1")
	u.says("true", `document.querySelectorAll("#tree-0 .found").length > 0`)
	u.press(kb.Enter)
	u.says("E2", title)
	u.press(kb.Escape)
	u.says("BODY", `document.activeElement.tagName`)
}

// tryOutcomes looks for what went wrong in a program.
func tryOutcomes(u *user) {
	const outcome = `document.querySelector("#detail .outcome").textContent`
	u.open(smallprog.MustBuild("p: lock l; lock m; x=1; unlock m; unlock l | q: lock m; lock l; a=x; assert a!=1; unlock l; unlock m"), tree.Keep{}, "pop")
	u.says("3 executions, 1 failed, 1 deadlocked, 19 events", `document.querySelector("#tree-0 .counts").textContent`)
	u.says("failed", outcome)
	u.says("true", `document.querySelector("#detail .failure").textContent.includes("a!=1")`)
	u.press("x")
	u.says("deadlocked", outcome)
	u.press("x")
	u.says("failed", outcome)
}

// tryPart checks that executions that only seem to be missing are not said to
// be.
func tryPart(u *user) {
	u.open(benchmarks.ExpMem3(3), tree.Keep{First: 3}, "pop", "trust")
	u.says("true", `document.querySelector("#detail").textContent.includes("not among those shown of trust")`)
	u.says("true", `document.querySelectorAll("#tree-0 .alone").length > 0`)
}

// tryThousands checks that thousands of explorations are no burden: little of
// them is in the document, and going from one to the next is quick.
func tryThousands(u *user) {
	u.open(benchmarks.LastZero(8), tree.Keep{First: 3000}, "sleepset")
	u.says("3000", `document.getElementById("slider").max`)
	u.press(kb.End)
	u.says("3000", `document.getElementById("slider").value`)
	u.says("true", `document.querySelectorAll("#tree-0 svg *").length < 10000`)
	u.press(kb.Home)
	took := u.get(`(() => {
		const start = performance.now();
		for (let i = 0; i < 20; i++) document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
		return performance.now() - start;
	})()`)
	u.says("21", `document.getElementById("slider").value`)
	u.Logf("20 steps in %s ms", took)
}
