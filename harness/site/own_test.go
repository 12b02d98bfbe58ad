package site

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"dporbench/internal/browser"
)

// toy is the command of another module: an algorithm that visits one execution, and a program with two classes.
const toy = `package main

import (
	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/pop"
	"dporbench/benchmarks"
	"dporbench/harness"
	"dporbench/harness/measured"
	"dporbench/model"
)

func main() {
	harness.Main(measured.Additions{
		Benchmarks: []benchmarks.Benchmark{{Name: "pair", Doc: "has two writes", Source: "a test", Build: pair}},
		Algorithms: []catalog.Algorithm{{Name: "toy", Paper: "none", Doc: "is POP by another name", New: newToy}},
	})
}

func newToy(o algos.Options) algos.Explorer { return pop.New(o) }

func pair([]int) *model.Program {
	p := model.NewProgram("pair")
	x := p.Var("x", 0)
	for _, name := range []string{"p", "q"} {
		p.Thread(name, func(t *model.Thread) { t.Store(x, 1) })
	}
	return p
}
`

// TestOwnModule: serve of another module's command shows its program and its algorithm, and explores them.
func TestOwnModule(t *testing.T) {
	u := browser.New(t, 10*time.Minute)
	folder, command := ownModule(t)
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOCACHE", strings.TrimSpace(string(cache)))
	t.Setenv("XDG_CACHE_HOME", t.TempDir()) // where the page is kept
	u.Do(chromedp.Navigate(serveOwn(t, folder, command) + "#kind=benchmark&program=pair&algorithm=toy"))
	u.SaysWithin(time.Minute, "true", ended)
	u.SaysWithin(time.Second, "2", `document.querySelector("tr[data-algorithm=toy] .executions").textContent`)
	u.SaysWithin(time.Second, "2", `document.querySelector("tr[data-algorithm=pop] .executions").textContent`)
	u.SaysWithin(time.Second, "true", `document.getElementById("added").textContent.includes("when this page was built: pair, toy.")`)
}

// ownModule writes the module, builds its command, and returns the paths of both.
func ownModule(t *testing.T) (folder, command string) {
	t.Helper()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	folder = t.TempDir()
	requires, err := os.ReadFile(filepath.Join(root, "examples", "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(root, "examples", "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	mod := strings.NewReplacer("module mylab", "module toylab", "=> ..", "=> "+root).Replace(string(requires))
	for name, text := range map[string]string{"go.mod": mod, "go.sum": string(sums), "main.go": toy} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	command = filepath.Join(t.TempDir(), "toylab")
	build := exec.Command("go", "build", "-pgo=off", "-o", command, ".")
	build.Dir, build.Env = folder, append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return folder, command
}

// serveOwn starts the command serve, and returns the address of its page.
func serveOwn(t *testing.T, folder, command string) string {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	serve := exec.CommandContext(ctx, command, "serve", "--listen", "localhost:0")
	serve.Cancel = func() error { return serve.Process.Signal(syscall.SIGTERM) }
	serve.Dir, serve.Stderr = folder, t.Output()
	out, err := serve.StdoutPipe()
	if err == nil {
		err = serve.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		serve.Wait()
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("no address: %v", err)
	}
	return strings.TrimSpace(address)
}
