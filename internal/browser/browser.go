// Package browser lets tests use a page as its users do, in a real browser.
package browser

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// User acts on a page and checks its contents.
type User struct {
	*testing.T
	Context context.Context // of chromedp
}

// New starts a headless browser, which is closed at the end of the test, or after patience. If none is installed, the
// test is skipped, or fails if DPORBENCH_BROWSER is "required".
func New(t *testing.T, patience time.Duration) *User {
	t.Helper()
	path := find()
	if path == "" {
		if os.Getenv("DPORBENCH_BROWSER") == "required" {
			t.Fatal("no chromium or chrome is installed, and DPORBENCH_BROWSER is required")
		}
		t.Skip("no chromium or chrome is installed: the page is not tested")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.DisableGPU, chromedp.NoSandbox, chromedp.WindowSize(1280, 800),
		chromedp.Flag("disable-dev-shm-usage", true))
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	ctx, stop := chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(ctx)
	t.Cleanup(end)
	return &User{t, ctx}
}

func find() string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless-shell"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// In returns the same browser for another test.
func (u *User) In(t *testing.T) *User { return &User{t, u.Context} }

// Do performs some actions.
func (u *User) Do(actions ...chromedp.Action[chromedp.Void]) {
	u.Helper()
	if err := chromedp.Do(u.Context, actions...); err != nil {
		u.Fatal(err)
	}
}

// Press presses keys.
func (u *User) Press(keys string) {
	u.Helper()
	u.Do(chromedp.KeyEvent(keys))
}

// Click clicks the element that a selector finds.
func (u *User) Click(selector string) {
	u.Helper()
	u.Do(chromedp.Click(chromedp.CSS(selector)))
}

// Run runs a script.
func (u *User) Run(script string) {
	u.Helper()
	u.Do(chromedp.Evaluate[chromedp.Void](script))
}

// Get returns the value of an expression as a string.
func (u *User) Get(expression string) string {
	u.Helper()
	got, err := chromedp.Run(u.Context, chromedp.Evaluate[string]("String("+expression+")"))
	if err != nil {
		u.Fatal(err)
	}
	return got
}

// Says waits up to 5 seconds for the value of an expression, as a string, to be want.
func (u *User) Says(want, expression string) {
	u.Helper()
	u.SaysWithin(5*time.Second, want, expression)
}

// SaysWithin is like Says, but waits up to patience.
func (u *User) SaysWithin(patience time.Duration, want, expression string) {
	u.Helper()
	got := ""
	for start := time.Now(); time.Since(start) < patience; time.Sleep(25 * time.Millisecond) {
		if got = u.Get(expression); got == want {
			return
		}
	}
	u.Errorf("%s is %q, want %q", expression, got, want)
}
