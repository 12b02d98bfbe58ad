package export

import (
	"fmt"
	"slices"
	"strings"
)

// function writes the function of the threads that begin at one place, after those of
// the threads that it starts.
type function struct {
	*writer
	lines    []line
	written  map[*place]bool
	pending  []*place
	children int32
	labels   map[*place]string // of jump targets
}

// line is a line of the function, and the place that begins there, if any.
type line struct {
	text  string
	place *place
}

func (w *writer) function(p *place, name string) string {
	if known, ok := w.functions[p]; ok {
		return known
	}
	name = w.names.of(name)
	w.functions[p] = name
	f := &function{writer: w, written: map[*place]bool{}, labels: map[*place]string{}, pending: []*place{p}}
	for len(f.pending) > 0 {
		next := f.pending[0]
		f.pending = f.pending[1:]
		if !f.written[next] {
			f.chain(next)
		}
	}
	fmt.Fprintf(&w.body, "static void *%s(void *arg) {\n", name)
	var text strings.Builder
	for _, l := range f.lines {
		if label, ok := f.labels[l.place]; ok && l.place != nil {
			text.WriteString(label + ":\n")
		}
		text.WriteString(l.text)
	}
	if strings.Contains(text.String(), "  v = ") {
		w.body.WriteString("  long v;\n")
	}
	for k := range f.children {
		fmt.Fprintf(&w.body, "  pthread_t child%d;\n", k+1)
	}
	w.body.WriteString(text.String() + "}\n\n")
	return name
}

// chain writes consecutive places, up to the end of the thread or a place that
// has already been written.
func (f *function) chain(p *place) {
	for !f.written[p] {
		f.written[p] = true
		f.lines = append(f.lines, line{place: p})
		if f.operation(p); p.ends() {
			return
		}
		p = f.branch(p)
	}
	f.line("%s", f.jump(p))
}

func (f *function) line(format string, args ...any) {
	f.lines = append(f.lines, line{text: "  " + fmt.Sprintf(format, args...) + "\n"})
}

func (f *function) label(p *place) string {
	if f.labels[p] == "" {
		f.labels[p] = fmt.Sprintf("L%d", len(f.labels)+1)
	}
	return f.labels[p]
}

// jump returns a statement that continues at p.
func (f *function) jump(p *place) string {
	if p.op == "the end" {
		return p.ending()
	}
	f.pending = append(f.pending, p)
	return "goto " + f.label(p) + ";"
}

// branch writes where the thread continues after each value, and returns the place
// that follows.
func (f *function) branch(p *place) *place {
	if len(p.next) == 1 {
		return p.next[0].to
	}
	last := slices.MaxFunc(p.next, func(a, b branch) int { return len(a.values) - len(b.values) })
	if p.op == "compare-and-swap" {
		last = p.next[0]
		f.line("if (v) %s", f.jump(p.next[1].to))
		return last.to
	}
	f.line("switch (v) {")
	for _, b := range p.next {
		for _, v := range b.values {
			f.line("case %s:", number(v))
		}
		if b.to == last.to {
			f.line("  break;")
		} else {
			f.line("  %s", f.jump(b.to))
		}
	}
	f.line("default:")
	f.line("  assert(!\"a value that no execution reads\");")
	f.line("}")
	return last.to
}

func (p *place) ends() bool { return len(p.next) == 0 }

func (p *place) ending() string {
	if p.a == 0 {
		return "return 0;"
	}
	return fmt.Sprintf("return (void *)%s;", number(p.a))
}
