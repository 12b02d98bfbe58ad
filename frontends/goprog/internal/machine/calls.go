package machine

import (
	"go/types"
	"path"
	"slices"
	"strconv"
	"strings"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/frontends/goprog/translation"
	"dporbench/model/event"
	"dporbench/model/operation"
)

// CallSite is a call that has not returned: its function, in the runtime's words, and the line where it is.
type CallSite struct {
	Function, File string
	Line           int
}

// Calls returns the calls that have not returned, the last one first.
func (th *Thread) Calls() (all []CallSite) {
	at := *th.at
	for fr := th.top; fr != nil; fr = fr.up {
		pkg := packageIn(fr.code.Name)
		file, number, _ := strings.Cut(at, ":")
		line, _ := strconv.Atoi(number)
		all = append(all, CallSite{pkg + "." + SymbolOf(fr.code.Name), path.Join(pkg, file), line})
		at = *fr.called
	}
	if th.IsMain() || th.Subtest != nil {
		all = append(all, testRunner)
	}
	return append(all, bottom)
}

// The runtime calls a goroutine, or the function of a test, on these lines in Go 1.26.
var (
	testRunner = CallSite{"testing.tRunner", "testing/testing.go", 2036}
	bottom     = CallSite{"runtime.goexit", "runtime/asm_amd64.s", 1771}
)

// Within reports whether the current call is by a function of a package.
func (th *Thread) Within(pkg string) bool {
	return th.top != nil && packageIn(th.top.code.Name) == pkg
}

// SiteOf returns the beginning of a function.
func SiteOf(c *memory.Closure) CallSite {
	name := c.Fn.(*Function).Code().Name
	return CallSite{Function: packageIn(name) + "." + SymbolOf(name), File: packageIn(name)}
}

// packageIn returns the path of the package in the name of a function, as go/ssa writes it.
func packageIn(name string) string {
	name = strings.TrimLeft(name, "(*")
	slash := strings.LastIndexByte(strings.SplitN(name, "[", 2)[0], '/') + 1
	if dot := strings.IndexByte(name[slash:], '.'); dot >= 0 {
		return name[:slash+dot]
	}
	return name
}

// NumberCall returns a number for a call, the same in each execution.
func (g *Generation) NumberCall(c CallSite) int64 {
	n := int64(HashText(uint64(c.Line), c.Function+c.File)>>2 | 1)
	g.calls.Store(n, c)
	return n
}

// HashText hashes a text, differently for each seed.
func HashText(seed uint64, text string) uint64 {
	for _, b := range []byte(text) {
		seed = event.Mix(seed, uint64(b))
	}
	return seed
}

// Parts returns the parts of an any that is not nil: the number of its type, and a pointer to a copy of its value.
func (th *Thread) Parts(v value, site string) (number, data value) {
	f := v.R.(*memory.Iface)
	n := int64(HashText(1, f.T.ID) >> 2)
	th.Gen.numberedTypes.Store(n, f.T)
	if _, direct := f.T.T.Underlying().(*types.Pointer); direct {
		return value{N: n}, f.V
	}
	o := NewObject(th.Gen.Site(site+" "+f.T.ID, f.T.Lay, false), f.T.Lay.N)
	th.Store(o, f.T.Lay, f.V)
	return value{N: n}, o
}

// TypeNumbered returns the type with that number; see [Thread.Parts].
func (g *Generation) TypeNumbered(n int64) (t *memory.Type, ok bool) {
	known, ok := g.numberedTypes.Load(n)
	if ok {
		t = known.(*memory.Type)
	}
	return t, ok
}

// CallNumbered returns the call with that number.
func (g *Generation) CallNumbered(n int64) (c CallSite, ok bool) {
	known, ok := g.calls.Load(n)
	if ok {
		c = known.(CallSite)
	}
	return c, ok
}

// TypeNamed returns a type that a package declares.
func (im *Image) TypeNamed(pkg, name string) types.Type {
	t := im.TypeOf(pkg, name)
	if t == nil {
		panic(&memory.Refusal{Problem: "the program has no type " + pkg + "." + name})
	}
	return t
}

// Variable returns the address and the layout of a package-level variable.
func (th *Thread) Variable(pkg, name string) (p value, l *layout, ok bool) {
	k, l, ok := th.Gen.VariableOf(pkg, name)
	if !ok {
		return value{}, nil, false
	}
	return value{R: th.Global(k)}, l, true
}

// Noise returns the next of numbers that are the same in each execution, and look random.
func (th *Thread) Noise() int64 {
	th.random++
	th.Changes()
	return int64(event.Mix(uint64(th.identity()), uint64(th.random)) >> 1)
}

// Unique returns a pointer to a value of that layout, the same one for equal values.
func (th *Thread) Unique(v value, l *layout) value {
	o := &object{Site: th.Gen.Site("unique "+l.Of.String(), l, false), Cells: make([]value, l.N)}
	th.Encode(v)
	l.Put(o.Cells, v)
	p := memory.Publisher{Table: th.Gen.Table, Path: -1, Name: "unique"}
	return value{R: p.Publish(o).Obj}
}

// The runtime has another goroutine besides the one of the test.
const othersAtFirst = 1

const goroutines = "the number of goroutines"

// Goroutines returns how many goroutines there are. From the first call on, their beginnings and ends are events.
func (th *Thread) Goroutines() int64 {
	if th.t == nil {
		return 1
	}
	if th.Gen.numbers.CompareAndSwap(false, true) {
		th.outdate(translation.Fact{Kind: translation.Numbered}, "the program asks how many goroutines there are")
	}
	n := th.State(th.Gen.Single(goroutines))
	th.syncsNothing()
	return n + 1 + othersAtFirst
}

// ofNobody are the names of goroutines that do not count.
var ofNobody = []string{TimerName, AlarmName, SignalName, CollectorName, CleanupName, FinalizerName, WeakName}

// counted notes that a goroutine is about to begin, or to end.
func (th *Thread) counted(name string, change int64) {
	if th.Gen.numbers.Load() && !slices.Contains(ofNobody, name) {
		th.Fetch(th.Gen.Single(goroutines), operation.FetchAdd.As(operation.Int64), change)
		th.effect = NoEffect
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
