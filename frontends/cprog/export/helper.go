package export

import (
	"fmt"
	"strings"
)

// helping returns the name of the helper whose definition is text, with NAME in place of its name.
func (w *writer) helping(name, text string) string {
	known, ok := w.helpers[text]
	if !ok {
		known = w.names.of(name)
		w.helpers[text] = known
		w.helper.WriteString(strings.ReplaceAll(text, "NAME", known))
	}
	return known
}

// compare returns the name of a function that does a compare-and-swap on x and returns whether it has
// swapped, or the value it has seen.
func (w *writer) compare(p *place, x string) string {
	result := "v"
	if p.op == "compare-and-swap" {
		result = "swapped"
	}
	return w.helping("cas_"+x, fmt.Sprintf("static long NAME(void) {\n  %s v = %s;\n  int swapped = atomic_compare_exchange_strong(&%s, &v, %s);\n  return %s;\n}\n\n",
		w.types[p.object], number(p.a), x, number(p.b), result))
}

// when returns the name of a function that waits for a value of x and replaces it, in one event. Other
// tools have no such operation: they get a compare-and-swap of the value loaded, and the thread stops
// if it fails. The complete executions are the same if only one value is waited for.
func (w *writer) when(p *place, x string) string {
	var pairs, cases strings.Builder
	for _, pass := range p.passes {
		fmt.Fprintf(&pairs, ", %s, %s", number(pass.seen), number(pass.written))
		fmt.Fprintf(&cases, "  case %s: w = %s; break;\n", number(pass.seen), number(pass.written))
	}
	var text strings.Builder
	fmt.Fprintf(&text, "static long NAME(void) {\n#ifdef __DPORBENCH__\n  return __cprog_when(&%s%s);\n#else\n", x, pairs.String())
	switch len(p.passes) {
	case 0:
		text.WriteString("  __VERIFIER_assume(0);\n  return 0;\n")
	case 1:
		fmt.Fprintf(&text, "  %s v = %s;\n  __VERIFIER_assume(atomic_compare_exchange_strong(&%s, &v, %s));\n  return v;\n", w.types[p.object], number(p.passes[0].seen), x, number(p.passes[0].written))
	default:
		fmt.Fprintf(&text, "  %s v = atomic_load(&%s), w = 0;\n  __VERIFIER_assume(%s);\n  switch (v) {\n%s  }\n", w.types[p.object], x, condition(p.passes), cases.String())
		fmt.Fprintf(&text, "  __VERIFIER_assume(atomic_compare_exchange_strong(&%s, &v, w));\n  return v;\n", x)
	}
	text.WriteString("#endif\n}\n\n")
	return w.helping("when_"+x, text.String())
}

// choose returns the name of a function that returns any number below p.a. Other tools have no choices but
// those of the schedule: for them, a thread writes the numbers, one after the other.
func (w *writer) choose(p *place) string {
	var stores strings.Builder
	for v := range p.a - 1 {
		fmt.Fprintf(&stores, "  atomic_store((_Atomic(long) *)arg, %d);\n", v+1)
	}
	return w.helping(fmt.Sprintf("choose_%d", p.a), fmt.Sprintf(`#ifndef __DPORBENCH__
static void *NAME_values(void *arg) {
%s  return 0;
}
#endif

static long NAME(void) {
#ifdef __DPORBENCH__
  return __VERIFIER_choose(%d);
#else
  pthread_t values;
  _Atomic(long) *value = malloc(sizeof *value);
  atomic_init(value, 0);
  pthread_create(&values, 0, NAME_values, (void *)value);
  return atomic_load(value);
#endif
}

`, stores.String(), p.a))
}
