package library

import (
	"go/types"
	"slices"
	"strings"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/guarded"
)

// items are the contents of a Pool, as a state.
type items struct{ words []int64 }

// Describe lists the items.
func (i *items) Describe() []int64 { return i.words }

func itemsOf(th *thread, word int64) []int64 {
	if s, ok := th.Gen.Table.State(word).(*items); ok {
		return s.words
	}
	return nil
}

// A Pool has what has been put into it in its first cell, in any order; Get returns any of these, or a new one.
func pools() map[string]native {
	return map[string]native{
		"(*sync.Pool).Put": func(th *thread, a []value) value {
			if a[1].R == nil || isOfLibrary(th, a[0]) {
				return value{}
			}
			word, _ := th.Encode(a[1])
			th.When(a[0], "put into", guarded.Always, func(state int64) int64 {
				return th.Gen.Table.Number(&items{append(slices.Clone(itemsOf(th, state)), word)})
			})
			th.SetEffect(guarded.Releases(word))
			return value{}
		},
	}
}

// isOfLibrary reports whether a Pool is a package-level variable of the standard library. Such a Pool is always empty, which its documentation allows:
// the library's own use of it is not checked.
func isOfLibrary(th *thread, p value) bool {
	name, ok := strings.CutPrefix(th.Pointer(p).Site.ID, "variable ")
	return ok && th.Gen.IsStandard(name)
}

// poolGet is Get of a pool of that type.
func poolGet(pool types.Type) native {
	return func(th *thread, a []value) value {
		if isOfLibrary(th, a[0]) {
			return poolNew(th, a[0], th.Gen.Layouts.Of(pool))
		}
		there := itemsOf(th, th.State(a[0]))
		th.SetEffect()
		if len(there) > 0 {
			if k := th.Choose(len(there) + 1); int(k) < len(there) && takeFrom(th, a[0], there[k]) {
				return th.Decode(memory.Reference, there[k])
			}
		}
		return poolNew(th, a[0], th.Gen.Layouts.Of(pool))
	}
}

// takeFrom takes an item from a pool, unless it has been taken meanwhile.
func takeFrom(th *thread, pool value, item int64) bool {
	before := th.When(pool, "get from", guarded.Always, func(state int64) int64 {
		left := slices.Clone(itemsOf(th, state))
		if i := slices.Index(left, item); i >= 0 {
			return th.Gen.Table.Number(&items{slices.Delete(left, i, i+1)})
		}
		return state
	})
	if !slices.Contains(itemsOf(th, before), item) {
		th.SetEffect()
		return false
	}
	th.SetEffect(guarded.Acquires(item))
	return true
}

func poolNew(th *thread, pool value, l *layout) value {
	off, part := l.Field("New")
	if f := closure(th.Load(cell(pool, int64(off)), part)); f != nil {
		return th.Call(f, nil)
	}
	return value{}
}
