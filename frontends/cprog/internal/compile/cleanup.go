package compile

import (
	"cmp"
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/source"
	"dporbench/frontends/cprog/internal/tree"

	"modernc.org/cc/v4"
)

// A local variable with the attribute cleanup has a function that is called with its address when the variable's scope is
// left, in whatever way.

// cleanup is a variable in scope that has a function for its cleanup.
type cleanup struct{ variable, function *cc.Declarator }

// scope is where the variables with cleanups of an enclosing statement end: their number outside of it.
type scope int

// enter returns the current scope, to be passed to leave.
func (b *builder) enter() scope { return scope(len(b.cleanups)) }

// leave ends the variables that have come since a scope was entered.
func (b *builder) leave(s scope) {
	b.cleanUp(s)
	b.cleanups = b.cleanups[:s]
}

// cleanUp calls the cleanups of the variables of inner scopes, the innermost first. They stay in scope.
func (b *builder) cleanUp(outer scope) {
	for k := len(b.cleanups) - 1; k >= int(outer); k-- {
		c := b.cleanups[k]
		p := b.variablePlace(c.variable, c.variable)
		b.Escapes(p.Local)
		b.Emit(code.Instruction{Op: code.OpCall, N: int64(b.function(c.function.Name())), D: b.Register(), Args: []code.Register{p.R}})
	}
}

// noteCleanup notes that a variable whose scope begins has a cleanup.
func (b *builder) noteCleanup(d *cc.Declaration, i *cc.InitDeclarator) {
	f := tree.Cleanup(d, i)
	if f == nil || i.Declarator.IsStatic() || i.Declarator.IsExtern() {
		return
	}
	if b.definition(f.Name()) == nil {
		source.Refuse(d, "function %s, for a cleanup, is not defined", f.Name())
	}
	b.cleanups = append(b.cleanups, cleanup{i.Declarator, f})
}

// noteLabel notes the variables with cleanups that are in scope at a label. A goto before it gets them in the next pass.
func (b *builder) noteLabel(name string) {
	key := b.F.Name + ":" + name
	if !slices.Equal(b.InScope[key], b.inScope()) {
		b.InScope[key], b.Found = b.inScope(), true
	}
}

func (b *builder) inScope() (all []*cc.Declarator) {
	for _, c := range b.cleanups {
		all = append(all, c.variable)
	}
	return all
}

// leaveFor calls the cleanups of the scopes that a goto leaves.
func (b *builder) leaveFor(label string) {
	there, common := b.InScope[b.F.Name+":"+label], 0
	for common < min(len(there), len(b.cleanups)) && there[common] == b.cleanups[common].variable {
		common++
	}
	b.cleanUp(scope(common))
}

// priority is a function that is called before main, or after it.
type priority struct {
	function string
	number   int64
}

// notePriorities notes the constructors and destructors among what x declares.
func (c *compiler) notePriorities(x *cc.ExternalDeclaration) {
	if source.PositionOf(x).InLibrary() {
		return
	}
	note := func(list *[]priority, name string) {
		all, number := tree.Priority(name, x)
		for _, d := range all {
			if !slices.ContainsFunc(*list, func(p priority) bool { return p.function == c.named(d.Name()) }) {
				*list = append(*list, priority{c.named(d.Name()), number})
			}
		}
	}
	for _, d := range tree.Weak(x) {
		c.weak[d.Name()] = true
	}
	note(&c.constructors, "constructor")
	note(&c.destructors, "destructor")
}

// constructs calls the constructors, those with small numbers first.
func (b *builder) constructs() { b.callAll(byPriority(b.constructors)) }

// endsProcess calls the functions that atexit has registered, and then the destructors.
func (b *builder) endsProcess() {
	if b.HasExitHandlers {
		b.Emit(code.Instruction{Op: code.OpCall, N: int64(b.function("__cprog_run_handlers")), D: b.Register()})
	}
	b.destructs()
}

// destructs calls the destructors, in the opposite order.
func (b *builder) destructs() {
	all := byPriority(b.destructors)
	slices.Reverse(all)
	b.callAll(all)
}

func byPriority(all []priority) []priority {
	return slices.SortedStableFunc(slices.Values(all), func(p, q priority) int { return cmp.Compare(p.number, q.number) })
}

func (b *builder) callAll(all []priority) {
	for _, p := range all {
		if b.defined[p.function] == nil {
			continue
		}
		b.Emit(code.Instruction{Op: code.OpCall, N: int64(b.functionOf(p.function)), D: b.Register()})
	}
}
