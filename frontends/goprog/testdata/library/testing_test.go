package library

import (
	crand "crypto/rand"
	"fmt"
	"math/big"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

var initialised = time.Now()

// Time has passed since the package was initialised.
func TestInitialised(t *testing.T) {
	if time.Since(initialised) <= 0 {
		t.Fatal("no time has passed")
	}
}

func TestRunnerFrames(t *testing.T) {
	pcs := make([]uintptr, 20)
	frames, names := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)]), []string{}
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		names = append(names, f.Function)
	}
	if got := strings.Join(names[1:], " "); got != "testing.tRunner runtime.goexit" || !strings.HasSuffix(names[0], ".TestRunnerFrames") {
		t.Fatal(names)
	}
}

func panics(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return ""
}

const conflict = "testing: test using t.Setenv, t.Chdir, or cryptotest.SetGlobalRandom can not use t.Parallel"

func TestManners(t *testing.T) {
	t.Run("parallel", func(t *testing.T) {
		t.Parallel()
		if got := panics(t.Parallel); got != "testing: t.Parallel called multiple times" {
			t.Error(got)
		}
		if got := panics(func() { t.Setenv("A", "b") }); got != conflict {
			t.Error(got)
		}
		t.Run("below", func(t *testing.T) {
			if got := panics(func() { t.Chdir("/tmp") }); got != conflict {
				t.Error(got)
			}
		})
	})
	t.Run("alone", func(t *testing.T) {
		t.Setenv("A", "b")
		if got := panics(t.Parallel); got != conflict {
			t.Error(got)
		}
	})
	if _, found := os.LookupEnv("A"); found {
		t.Error("still set")
	}
}

type parts struct {
	A int
	B string
	C []byte
	D map[string]int
	E *int
	F any
	g fmt.Stringer
}

type syntax struct{}

func (syntax) GoString() string { return "syntax!" }

func TestSyntaxOfGo(t *testing.T) {
	p := parts{A: 1, B: "x", C: []byte{1}, D: map[string]int{"b": 1, "a": 2}, F: 2.5}
	for got, want := range map[string]string{
		fmt.Sprintf("%#v", p): `library.parts{A:1, B:"x", C:[]uint8{0x1}, D:map[string]int{"a":2, "b":1}, E:(*int)(nil), F:2.5, g:fmt.Stringer(nil)}`,
		fmt.Sprintf("%T %#v|%+v", p.A, []any{syntax{}, nil, "s", 'x'}, struct{ X int }{3}): `int []interface {}{syntax!, interface {}(nil), "s", 120}|{X:3}`,
		fmt.Sprintf("%#[2]v %#[1]v", "s", []int{1}):                                        `[]int{1} "s"`,
		fmt.Errorf("%#v: %w", [2]bool{true}, os.ErrNotExist).Error():                       "[2]bool{true, false}: file does not exist",
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestScan(t *testing.T) {
	var (
		n int
		s string
		f float64
		b bool
	)
	if k, err := fmt.Sscanf("12:ab 1.5", "%d:%s %f", &n, &s, &f); k != 3 || err != nil || n != 12 || s != "ab" || f != 1.5 {
		t.Fatal(k, err, n, s, f)
	}
	if k, err := fmt.Fscan(strings.NewReader(" 7\n true x"), &n, &b, &s); k != 3 || err != nil || n != 7 || !b || s != "x" {
		t.Fatal(k, err)
	}
	if k, err := fmt.Sscan("zz", &n); k != 0 || err == nil || err.Error() != "expected integer" {
		t.Fatal(k, err)
	}
	if k, err := fmt.Sscanln("1 2\n3", &n, &n); k != 2 || err != nil || n != 2 {
		t.Fatal(k, err)
	}
	if _, err := fmt.Sscanf("ff", "%x", &n); err != nil || n != 255 {
		t.Fatal(n, err)
	}
}

func TestSecrets(t *testing.T) {
	n, err := crand.Int(crand.Reader, big.NewInt(10))
	if err != nil || n.Sign() < 0 || n.Cmp(big.NewInt(10)) >= 0 {
		t.Fatal(n, err)
	}
}

// Two timers with one deadline: who stops the other may be faster, whichever was set first.
func TestFirstStopsSecondFails(t *testing.T) { equalDeadlines(t, true) }

func TestSecondStopsFirstFails(t *testing.T) { equalDeadlines(t, false) }

func equalDeadlines(t *testing.T, sleepsFirst bool) {
	var timer *time.Timer
	done := make(chan bool)
	begin := func() { timer = time.AfterFunc(time.Second, func() {}) }
	if !sleepsFirst {
		begin()
	}
	set := make(chan bool)
	go func() {
		if sleepsFirst {
			time.Sleep(time.Second)
			<-set
		} else {
			<-set
			time.Sleep(time.Second)
		}
		done <- timer.Stop()
	}()
	if sleepsFirst {
		time.Sleep(0)
		begin()
	}
	close(set)
	if <-done {
		t.Fatal("stopped at its deadline")
	}
}
