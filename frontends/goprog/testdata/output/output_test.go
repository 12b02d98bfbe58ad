// Package output has tests that look at the output of a program.
package output

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// printed returns what f prints.
func printed(f func()) string {
	old := os.Stdout
	defer func() { os.Stdout = old }()
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	os.Stdout = w
	out := make(chan string)
	go func() {
		var b bytes.Buffer
		io.Copy(&b, r)
		out <- b.String()
	}()
	f()
	w.Close()
	return <-out
}

func TestPrinted(t *testing.T) {
	if s := printed(func() { fmt.Print("a"); fmt.Println("b"); fmt.Fprintf(os.Stdout, "%d", 3) }); s != "ab\n3" {
		t.Errorf("%q", s)
	}
}

func TestInFile(t *testing.T) {
	old := os.Stdout
	f, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	os.Stdout = f
	fmt.Println("hi", 1)
	os.Stdout = old
	f.Close()
	if text, err := os.ReadFile(f.Name()); string(text) != "hi 1\n" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

func TestLogged(t *testing.T) {
	var b bytes.Buffer
	log.SetOutput(&b)
	log.SetFlags(log.Lmsgprefix)
	log.SetPrefix("p: ")
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() { log.Print("x") })
	}
	group.Wait()
	log.Default().Printf("%d", log.Flags())
	log.SetOutput(os.Stderr)
	if b.String() != "p: x\np: x\np: 64\n" {
		t.Errorf("%q", b.String())
	}
}

// TestReadRaces reads while another goroutine may log.
func TestReadRaces(t *testing.T) {
	var b bytes.Buffer
	log.SetOutput(&b)
	log.SetFlags(0)
	go log.Print("x")
	_ = b.String()
}

func TestSynchronised(t *testing.T) {
	r, w, _ := os.Pipe()
	x := 0
	go func() { x = 1; w.Write([]byte("a")) }()
	r.Read(make([]byte, 1))
	if x != 1 {
		t.Error(x)
	}
}

func TestEnds(t *testing.T) {
	r, w, _ := os.Pipe()
	r.Close()
	if _, err := w.Write([]byte("x")); !errors.Is(err, syscall.EPIPE) {
		t.Error(err)
	}
	if _, err := r.Read(make([]byte, 1)); !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}

// Unended reads to the end of what nobody ends.
func Unended() {
	r, w, _ := os.Pipe()
	fmt.Fprint(w, "hi")
	io.ReadAll(r)
}

// Full writes more than the pipe holds.
func Full() {
	_, w, _ := os.Pipe()
	fmt.Fprint(w, strings.Repeat("x", 1<<16+1))
}
