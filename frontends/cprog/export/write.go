package export

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"dporbench/model"
	"dporbench/model/event"
)

// Write writes the program as C: one function for all threads that behave alike, and
// main, which starts the threads that exist from the start. title is for people.
//
// The file is for sequentially consistent memory: reading a value that no recorded execution has
// read is a failed assertion.
func (r *Recorder) Write(to io.Writer, title string) error {
	w := &writer{Recorder: r, merger: r.newMerger(), names: newNames(), functions: map[*place]string{}, helpers: map[string]string{}}
	if err := w.program(title); err != nil {
		return err
	}
	out := bufio.NewWriter(to)
	for _, part := range []*strings.Builder{&w.head, &w.helper, &w.body} {
		out.WriteString(part.String())
	}
	return out.Flush()
}

type writer struct {
	*Recorder
	*merger
	names
	variables, mutexes []string
	types              []string // of the variables
	functions          map[*place]string
	helpers            map[string]string // functions that wait or choose, by what they do
	spawns             bool
	head, helper, body strings.Builder
}

func (w *writer) program(title string) error {
	fmt.Fprintf(&w.head, "/* %s: what its threads do, depending on the values that they read. */\n", strings.ReplaceAll(title, "*/", "* /"))
	w.head.WriteString("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n\nvoid __VERIFIER_assume(_Bool);\n\n")
	var roots []*place
	for _, n := range w.roots {
		p, err := w.merge(n)
		if err != nil {
			return err
		}
		roots = append(roots, p)
	}
	if err := w.findTypes(); err != nil {
		return err
	}
	w.declare()
	for t, p := range roots {
		w.function(p, w.Recorder.program.ThreadName(event.ThreadID(t)))
	}
	w.main(roots)
	return nil
}

// findTypes finds the C types of the variables: long, unless an operation uses another type.
func (w *writer) findTypes() error {
	all := make([]string, len(w.merger.values))
	for _, p := range w.places {
		if p.op != "fetch" {
			continue
		}
		_, t := model.FetchOp(p.b).Split()
		name := typeNames[t]
		same := model.FetchOr.As(t)
		fits := !slices.ContainsFunc(w.merger.values[p.object], func(v int64) bool { return same.Apply(v, 0) != v })
		if !fits {
			return fmt.Errorf("variable %s is used as %s and has values that are none: this cannot be exported", w.Recorder.program.VarName(p.object), name)
		}
		if all[p.object] != "" && all[p.object] != name {
			return fmt.Errorf("variable %s is used both as %s and as %s: this cannot be exported", w.Recorder.program.VarName(p.object), all[p.object], name)
		}
		all[p.object] = name
	}
	for _, name := range all {
		w.types = append(w.types, cmp.Or(name, "long"))
	}
	return nil
}

var typeNames = [...]string{
	model.Int64: "long", model.Int32: "int", model.Int16: "short", model.Int8: "signed char",
	model.Uint64: "unsigned long", model.Uint32: "unsigned int", model.Uint16: "unsigned short", model.Uint8: "unsigned char",
}

func (w *writer) declare() {
	used, locked := map[int32]bool{}, map[int32]bool{}
	for _, p := range w.places {
		switch p.op {
		case "lock", "unlock":
			locked[p.object] = true
		case "load", "store", "add", "swap", "fetch", "compare-and-swap", "compare-exchange", "await", "when":
			used[p.object] = true
		}
	}
	program := w.Recorder.program
	for x := range int32(len(w.types)) {
		w.variables = append(w.variables, "")
		if used[x] {
			w.variables[x] = w.names.of(program.VarName(x))
			fmt.Fprintf(&w.head, "static _Atomic(%s) %s = %s;\n", w.types[x], w.variables[x], number(w.initial[x]))
		}
	}
	for m := range int32(program.NumMutexes()) {
		w.mutexes = append(w.mutexes, "")
		if locked[m] {
			w.mutexes[m] = w.names.of(program.MutexName(m))
			fmt.Fprintf(&w.head, "static pthread_mutex_t %s = PTHREAD_MUTEX_INITIALIZER;\n", w.mutexes[m])
		}
	}
	w.head.WriteByte('\n')
}

func (w *writer) main(roots []*place) {
	b := &w.body
	b.WriteString("int main(void) {\n")
	if len(roots) > 0 {
		fmt.Fprintf(b, "  pthread_t threads[%d];\n", len(roots))
	}
	for t, p := range roots {
		fmt.Fprintf(b, "  pthread_create(&threads[%d], 0, %s, 0);\n", t, w.functions[p])
	}
	for t := range roots {
		fmt.Fprintf(b, "  pthread_join(threads[%d], 0);\n", t)
	}
	end := "return 0;"
	if w.spawns {
		end = "pthread_exit(0);" // main does not join the children of others, and its return would end them
	}
	fmt.Fprintf(b, "  %s\n}\n", end)
}

// number returns v as a C constant.
func number(v int64) string {
	switch {
	case v == -1<<63:
		return "(-9223372036854775807L - 1)"
	case v != int64(int32(v)):
		return fmt.Sprintf("%dL", v)
	}
	return fmt.Sprint(v)
}
