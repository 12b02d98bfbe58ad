package export

import (
	"fmt"
	"strconv"
	"strings"

	"dporbench/model"
)

// operation writes the operation at p. It assigns the result to v if the thread depends on it.
func (f *function) operation(p *place) {
	v := ""
	if len(p.next) > 1 {
		v = "v = "
	}
	x := ""
	switch p.op {
	case "lock", "unlock":
		x = f.mutexes[p.object]
	case "load", "store", "add", "swap", "fetch", "compare-and-swap", "compare-exchange", "await", "when":
		x = f.variables[p.object]
	}
	switch p.op {
	case "load":
		f.line("%satomic_load(&%s);", v, x)
	case "store":
		f.line("atomic_store(&%s, %s);", x, number(p.a))
	case "add":
		f.line("%satomic_fetch_add(&%s, %s);", v, x, number(p.a))
	case "swap":
		f.line("%satomic_exchange(&%s, %s);", v, x, number(p.a))
	case "fetch":
		f.line("%s%s;", v, fetch(model.FetchOp(p.b), x, number(p.a)))
	case "compare-and-swap", "compare-exchange":
		f.line("%s%s();", v, f.compare(p, x))
	case "await":
		f.line("v = atomic_load(&%s);", x)
		f.line("__VERIFIER_assume(%s);", condition(p.passes))
	case "when":
		f.line("%s%s();", v, f.when(p, x))
	case "lock":
		f.line("pthread_mutex_lock(&%s);", x)
	case "unlock":
		f.line("pthread_mutex_unlock(&%s);", x)
	case "go":
		f.spawns, f.children = true, max(f.children, p.child)
		f.line("pthread_create(&child%d, 0, %s, 0);", p.child, f.function(p.start, p.text))
	case "join":
		f.join(p)
	case "choose":
		f.line("%s%s();", v, f.choose(p))
	case "a failure":
		f.line("assert(!%s);", strconv.QuoteToASCII(p.text))
	case "a false assume":
		f.line("__VERIFIER_assume(0);")
	case "the end":
		f.line("%s", p.ending())
		return
	}
	if p.ends() {
		f.line("return 0; /* never */")
	}
}

func (f *function) join(p *place) {
	if len(p.next) <= 1 {
		f.line("pthread_join(child%d, 0);", p.child)
		return
	}
	joined := f.helping("joined", "static long NAME(pthread_t child) {\n  void *result;\n  pthread_join(child, &result);\n  return (long)result;\n}\n\n")
	f.line("v = %s(child%d);", joined, p.child)
}

// fetch returns a read-modify-write as C: a function of C11, or a builtin where C11 has none.
func fetch(op model.FetchOp, x, operand string) string {
	plain, t := op.Split()
	switch plain {
	case model.FetchAdd, model.FetchSub, model.FetchAnd, model.FetchOr, model.FetchXor:
		return fmt.Sprintf("atomic_fetch_%v(&%s, %s)", plain, x, operand)
	}
	name := plain.String()
	if plain != model.FetchNand && strings.HasPrefix(typeNames[t], "unsigned") {
		name = "u" + name
	}
	return fmt.Sprintf("__sync_fetch_and_%s((%s *)&%s, %s)", name, typeNames[t], x, operand)
}

// condition returns the C condition that v is one of the values that let the thread continue.
func condition(passes []passed) string {
	var all []string
	for _, p := range passes {
		all = append(all, "v == "+number(p.seen))
	}
	if len(all) == 0 {
		return "v != v" // it waits for a value that never comes
	}
	return strings.Join(all, " || ")
}
