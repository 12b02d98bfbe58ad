package smallprog

// LargeKind selects the statements of large programs besides loads, stores and updates.
type LargeKind int

// The kinds.
const (
	LargePlain     LargeKind = iota // none
	LargeBranching                  // operations and stored values depend on loaded values
	LargeCAS                        // CompareAndSwaps
	LargeFetching                   // swaps, fetches and CompareExchanges, whose results matter
	LargeLocking                    // mutexes, a few of which are not unlocked
	LargeStarting                   // threads that are started, and sometimes joined
	LargeChoosing                   // choices of one of two
	LargeAwaiting                   // awaits, and updates that wait
	LargeMixed                      // all of these
	LargeNested                     // reversals within reversals, with the statements of one of the others

	LargeNestedAwaiting // LargeNested with awaits
)

var largeKindNames = [...]string{
	LargePlain: "rwu", LargeBranching: "branch", LargeCAS: "cas", LargeFetching: "fetch", LargeLocking: "lock",
	LargeStarting: "go", LargeChoosing: "choice", LargeAwaiting: "await", LargeMixed: "mixed",
	LargeNested: "nested", LargeNestedAwaiting: "nested-await",
}

func (k LargeKind) String() string { return largeKindNames[k] }

// LargeKinds returns all kinds.
func LargeKinds() []LargeKind {
	kinds := make([]LargeKind, len(largeKindNames))
	for i := range kinds {
		kinds[i] = LargeKind(i)
	}
	return kinds
}

const registers = 2 // few, so that loaded values are often used

// mix returns the replacement of the statement s in a program of that kind. If rest is true, it also replaces
// the statements after s.
func (l *large) mix(kind LargeKind, s Statement, after []Statement) (instead []Statement, rest bool) {
	if kind == LargeStarting {
		return l.starting(s, after)
	}
	return mixers[kind](l, s), false
}

// mixers makes the replacement of one statement, for all kinds but LargeStarting.
var mixers = [...]func(*large, Statement) []Statement{
	LargeBranching: (*large).branching, LargeCAS: (*large).comparing, LargeFetching: (*large).fetching,
	LargeLocking: (*large).locking, LargeChoosing: (*large).choosing, LargeAwaiting: (*large).awaiting,
	LargeMixed: (*large).others,
}

// dependent makes s depend on a register: s is done only if that is 0, or only if it is 1, or stores the register plus 0 or 1.
func (l *large) dependent(s Statement) Statement {
	if s.Op == Store && l.IntN(2) == 0 {
		s.Op, s.A = StoreRegister, int64(l.IntN(2))
		return s
	}
	return Statement{Op: If, Register: l.IntN(registers), A: int64(l.IntN(2)), Body: []Statement{s}}
}

func (l *large) branching(s Statement) []Statement {
	if l.IntN(2) == 0 {
		return []Statement{s}
	}
	return []Statement{l.dependent(s)}
}

func (l *large) comparing(s Statement) []Statement {
	s.A = int64(l.IntN(3))
	if s.Op != Load || l.IntN(3) == 0 {
		s.Op, s.A, s.B = CAS, int64(l.IntN(2)), int64(l.IntN(3))
	}
	return []Statement{s}
}

func (l *large) fetching(s Statement) []Statement {
	s.A = int64(l.IntN(3))
	switch {
	case s.Op == Load:
		return l.branching(s)
	case l.IntN(3) == 0:
		s.Op = Swap
	case l.IntN(2) == 0:
		s.Op, s.B = Fetch, int64(fetchOps[l.IntN(len(fetchOps))])
	default:
		s.Op, s.A, s.B = CompareExchange, int64(l.IntN(2)), int64(l.IntN(3))
	}
	return []Statement{s}
}

// locking puts one statement of three between a Lock and an Unlock.
func (l *large) locking(s Statement) []Statement {
	if l.IntN(3) > 0 {
		return []Statement{s}
	}
	lock := Statement{Op: Lock, Object: l.IntN(2)}
	unlock := Statement{Op: Unlock, Object: lock.Object}
	if l.IntN(10) == 0 {
		return []Statement{lock, s}
	}
	return []Statement{lock, s, unlock}
}

// starting moves s, or the statements after it, to a new thread, in one case of three.
func (l *large) starting(s Statement, after []Statement) (instead []Statement, rest bool) {
	child := Statement{Op: Go, Body: []Statement{s}}
	switch l.IntN(6) {
	case 0:
		return []Statement{child, {Op: Join}}, false
	case 1:
		if len(after) > 0 {
			child.Body = after
			return []Statement{child, s}, true
		}
	}
	return []Statement{s}, false
}

func (l *large) choosing(s Statement) []Statement {
	if l.IntN(4) > 0 {
		return []Statement{s}
	}
	return []Statement{{Op: Choose, Register: 0, A: 2}, l.dependent(s)}
}

func (l *large) awaiting(s Statement) []Statement {
	switch {
	case s.Op == Load && l.IntN(2) == 0:
		s.Op, s.A, s.Compare = Await, int64(l.IntN(2)), Comparison(l.IntN(len(comparisonNames)))
	case s.Op == Store:
		s.A = int64(l.IntN(3))
	case s.Op == Update:
		s.Op, s.A, s.B, s.Compare = When, int64(l.IntN(2)), int64(l.IntN(3)), Comparison(l.IntN(len(comparisonNames)))
	}
	return []Statement{s}
}
