package smallprog

import (
	"bytes"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/exhaustive"
	"dporbench/model"

	"github.com/google/go-cmp/cmp"
)

func TestSourceReadsLikeGo(t *testing.T) {
	got := MustParse("p: a=x; if a==1 { lock l; y=a+1 }; b=cas(y,0,2); assert b!=1 | q: c=x; go { x=c+1; c=y }; join; update x; unlock l").Source("Broken")
	want := `func Broken() *model.Program {
	p := model.NewProgram("broken")
	x := p.Var("x", 0)
	y := p.Var("y", 0)
	l := p.Mutex("l")
	p.Thread("p", func(t *model.Thread) {
		a := t.Load(x)
		if a == 1 {
			t.Lock(l)
			t.Store(y, a+1)
		}
		var b int64
		if t.CompareAndSwap(y, 0, 2) {
			b = 1
		}
		t.Assert(b != 1, "assert b!=1")
	})
	p.Thread("q", func(t *model.Thread) {
		c := t.Load(x)
		c1 := c
		child1 := t.Go("child", func(t *model.Thread) {
			c := c1
			t.Store(x, c+1)
			c = t.Load(y)
		})
		t.Join(child1)
		t.Add(x, 1)
		t.Unlock(l)
	})
	return p
}
`
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestSourceDoesTheSame compiles the source of many programs and compares the classes of
// the result with the classes of the program that Build makes.
func TestSourceDoesTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a command")
	}
	var programs []Program
	for _, text := range []string{
		"p: if b==0 { go { a=x } }; join; join | q: x=1",
		"p: go { x=1 }; if a==0 { join }; a=x | q: a=x; if a==1 { go { y=1 } }; join; b=y",
		"p: a=x; go { go { y=a+1; a=y }; y=a+1; a=y; join; y=a+0 }; a=y; go { x=a+1 }; join; join | q: x=2",
		"p: if a==0 { b=x; assert b!=1 }; b=y; x=b+-1 | q: x=1; y=1",
		"p: a=cas(x,0,1); a=cas(x,1,2); x=a+5 | q: if a==0 { a=cas(x,0,3) }; if a==1 { swap(x,4) }",
		"p: lock l; go { lock l; unlock l }; unlock l; join | q: assume a!=0",
		" | q: update x",
		"p: a=max(x,2); b=nandu8(x,1); if a==0 { y=b+0 } | q: a=cmpxchg(x,0,1); y=a+1; or(x,1)",
		"p: x=1; y=1; z=1; u=1; b=await v==1; w=b+0 | q: a=u; when v>=0 v=1; a=w",
	} {
		programs = append(programs, MustParse(text))
	}
	r := rand.New(rand.NewPCG(1, 0))
	for range 40 {
		for _, p := range []Program{Random(r).Renamed(), Locking(r).Renamed()} {
			if len(classes(t, p.Build())) < manyClasses {
				programs = append(programs, p)
			}
		}
	}
	got := compiledClasses(t, programs)
	for i, p := range programs {
		if want := strings.Join(classes(t, p.Build()), " "); got[i] != want {
			t.Errorf("%v\n%s\nits classes differ from those of the program:\n%s\n%s", p, p.Source("Program"), got[i], want)
		}
	}
}

const manyClasses = 100

// classes returns the classes of p in order, printable, or the first manyClasses.
func classes(t *testing.T, p *model.Program) []string {
	var keys []string
	_, err := exhaustive.New(algos.Options{}).Explore(context.Background(), p, func(e *model.Execution) error {
		if keys = append(keys, hex.EncodeToString([]byte(e.Key()))); len(keys) == manyClasses {
			return algos.ErrStop
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(keys)
	return keys
}

// compiledClasses compiles the source of the programs, as a package that only
// the go command sees, and returns the classes of each.
func compiledClasses(t *testing.T, programs []Program) []string {
	var text strings.Builder
	text.WriteString(commandThatPrintsClasses)
	names := make([]string, len(programs))
	for i, p := range programs {
		names[i] = fmt.Sprintf("Program%d", i)
		text.WriteString("\n" + p.Source(names[i]))
	}
	fmt.Fprintf(&text, "\nvar programs = []func() *model.Program{%s}\n", strings.Join(names, ", "))

	dir := t.TempDir()
	file, overlay := filepath.Join(dir, "main.go"), filepath.Join(dir, "overlay.json")
	replaced, err := filepath.Abs("compiled/main.go")
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(map[string]any{"Replace": map[string]string{replaced: file}})
	if err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string][]byte{file: []byte(text.String()), overlay: data} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command("go", "run", "-overlay", overlay, "./compiled")
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s\n%s", err, stderr.String(), text.String())
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != len(programs) {
		t.Fatalf("classes of %d programs, want %d", len(lines), len(programs))
	}
	return lines
}

const commandThatPrintsClasses = `package main

import (
	"context"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"dporbench/algos"
	"dporbench/algos/exhaustive"
	"dporbench/model"
)

func main() {
	for _, program := range programs {
		var keys []string
		_, err := exhaustive.New(algos.Options{}).Explore(context.Background(), program(), func(e *model.Execution) error {
			keys = append(keys, hex.EncodeToString([]byte(e.Key())))
			return nil
		})
		if err != nil {
			panic(err)
		}
		slices.Sort(keys)
		fmt.Println(strings.Join(keys, " "))
	}
}
`
