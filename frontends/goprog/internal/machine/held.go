package machine

import (
	"slices"
	"strings"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/front"
	"dporbench/model/guarded"
)

// Held is what a goroutine holds where it is stopped.
type Held struct {
	Function string       // with which it was started, or the first one that is not native
	Native   string       // in which it is; "" if in none
	Awaited  []*record    // what it waits for, if it waits: any one of them, if they are several channels
	Roots    memory.Reach // what it can reach
	Polls    int          // the events of an iteration of a loop, if it repeats that once time has passed
}

// Hold adds values to those the goroutine is known to hold, until the current native returns.
func (th *Thread) Hold(vs ...value) {
	last := &th.natives[len(th.natives)-1]
	last.args = slices.Concat(last.args, vs)
}

// awaits notes what the thread is about to wait for.
func (th *Thread) awaits(all ...*record) { th.awaited = append(th.awaited[:0], all...) }

func (th *Thread) held() any {
	h := &Held{Awaited: slices.Clone(th.awaited), Polls: th.polls}
	if n := len(th.natives); n > 0 {
		h.Function, h.Native = th.natives[0].code.Name, th.natives[n-1].code.Name
	}
	for fr := th.top; fr != nil; fr = fr.up {
		h.Function = fr.code.Name
		h.frame(fr)
	}
	for _, c := range th.natives {
		h.all(c.args)
	}
	h.all(th.Cleanups)
	h.all(th.Seeds)
	for _, s := range th.Parallel {
		h.all([]value{s.Says, s.Continues})
	}
	if s := th.Subtest; s != nil {
		h.all([]value{s.Says, s.Continues})
	}
	return h
}

func (h *Held) frame(fr *Frame) {
	h.all(fr.R)
	for _, d := range fr.defers {
		h.all(d.args)
		if d.f != nil {
			h.all(d.f.Bindings)
		}
	}
	if fr.pending != nil {
		h.Roots.Add(fr.pending.V)
	}
}

func (h *Held) all(vs []value) {
	for _, v := range vs {
		h.Roots.Add(v)
	}
}

// Held implements [memory.Holder].
func (it *iterator) Held(hold func(value)) {
	hold(it.m)
	for _, e := range it.entries[min(it.at, len(it.entries)):] { // a string has none
		hold(e.K)
		hold(e.V)
	}
}

// Close adds everything reachable from what is reached, where value returns what a variable holds.
func (g *Generation) Close(s *memory.Reach, value func(front.Var) (int64, bool)) {
	for n := 0; n < len(s.Records); n++ {
		r := s.Records[n]
		s.Contents(g.Table, r, value)
		if group := r.Obj.Site.Group.Root(); group != nil {
			word, _ := value(group.Var)
			s.Words(g.Table, guarded.ChannelsOf(g.Table, word).Carried(r.Word)...)
		}
	}
}

// GlobalRoots adds the package-level variables.
func (g *Generation) GlobalRoots(s *memory.Reach) {
	for _, o := range g.list() {
		if o != nil && o.Shared != nil {
			s.AddRecord(o.Shared)
		}
	}
}

// SymbolOf returns the name of a function as the runtime writes it, without its package: "(*T).M.func2.1" for what
// go/ssa calls "(*example.com/p.T).M$2$1", and "T.M" for "(example.com/p.T).M".
func SymbolOf(name string) string {
	outer, closures, isClosure := strings.Cut(name, "$")
	if isClosure {
		closures = ".func" + strings.ReplaceAll(closures, "$", ".")
	}
	begin := ""
	if method, ok := strings.CutPrefix(outer, "(*"); ok {
		begin, outer = "(*", method
	} else if method, ok := strings.CutPrefix(outer, "("); ok {
		outer = strings.Replace(method, ")", "", 1)
	}
	outer = outer[strings.LastIndex(outer, "/")+1:]
	if _, rest, ok := strings.Cut(outer, "."); ok {
		outer = rest
	}
	return begin + outer + closures
}
