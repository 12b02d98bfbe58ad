package code

import (
	"slices"
	"strconv"
	"strings"
)

// fences are the memory orders of instructions that are nothing but fences. A barrier for stores alone lets loads pass, which only
// a thread with a buffer notices, so a release fence, which orders loads before it as well, forbids nothing that the models here allow.
var fences = map[string]int64{
	"mfence": SequentialConsistency, "lock; addl $0,0(%%rsp)": SequentialConsistency, "lock; addl $0,0(%%esp)": SequentialConsistency,
	"lock; addl $0,-4(%%rsp)": SequentialConsistency, "lock; orl $0,0(%%rsp)": SequentialConsistency,
	"dmb ish": SequentialConsistency, "dmb sy": SequentialConsistency, "sync": SequentialConsistency, "fence rw,rw": SequentialConsistency,
	"sfence": Release, "dmb ishst": Release, "fence w,w": Release, "fence rw,w": Release,
	"lfence": acquire, "dmb ishld": acquire, "fence r,r": acquire, "fence r,rw": acquire,
	"lwsync": AcquireRelease,
}

// pauses are instructions that have no effect but on time.
var pauses = []string{"", "nop", "pause", "rep; nop", "yield", "isb"}

// Assembly returns the memory order of the fence that an instruction is, given as a literal of C; 0 if it only takes time. It is not
// known otherwise.
func Assembly(literal string) (order int64, known bool) {
	text, err := strconv.Unquote(literal)
	if err != nil {
		return 0, false
	}
	text = strings.NewReplacer(" ;", ";", ";", "; ", ", ", ",").Replace(strings.ToLower(strings.Join(strings.Fields(text), " ")))
	text = strings.Join(strings.Fields(strings.TrimRight(text, "; ")), " ")
	if slices.Contains(pauses, text) {
		return 0, true
	}
	order, known = fences[text]
	return order, known
}
