package compile

import (
	"strconv"
	"strings"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/source"

	"modernc.org/cc/v4"
)

// fences are the memory orders of instructions that are nothing but fences. A barrier for stores alone lets loads pass, which only
// a thread with a buffer notices, so a release fence, which orders loads before it as well, forbids nothing that the models here allow.
var fences = map[string]int64{
	"mfence": code.SequentialConsistency, "lock; addl $0,0(%%rsp)": code.SequentialConsistency, "lock; addl $0,0(%%esp)": code.SequentialConsistency,
	"lock; addl $0,-4(%%rsp)": code.SequentialConsistency, "lock; orl $0,0(%%rsp)": code.SequentialConsistency,
	"dmb ish": code.SequentialConsistency, "dmb sy": code.SequentialConsistency, "sync": code.SequentialConsistency, "fence rw,rw": code.SequentialConsistency,
	"sfence": code.Release, "dmb ishst": code.Release, "fence w,w": code.Release, "fence rw,w": code.Release,
	"lfence": acquire, "dmb ishld": acquire, "fence r,r": acquire, "fence r,rw": acquire,
	"lwsync": code.AcquireRelease,
}

const acquire = 2 // as numbered in stdatomic.h

// pauses are instructions that have no effect but on time.
var pauses = []string{"", "nop", "pause", "rep; nop", "yield", "isb"}

// assembly compiles an instruction that is a fence, or that does nothing: asm("" ::: "memory") orders nothing that is executed here.
func (b *builder) assembly(x *cc.AsmStatement) {
	text := instruction(x.Asm.Token3.SrcStr())
	for _, p := range pauses {
		if text == p {
			return
		}
	}
	order, known := fences[text]
	if !known {
		source.Refuse(x, "inline assembly is not supported, but for fences and pauses: %s", x.Asm.Token3.SrcStr())
	}
	b.FenceOf(x, code.FenceOrder, order)
}

// instruction returns the text of an instruction, with single spaces and without the semicolon or the end of line after it.
func instruction(literal string) string {
	text, err := strconv.Unquote(literal)
	if err != nil {
		return literal
	}
	text = strings.NewReplacer(" ;", ";", ";", "; ", ", ", ",").Replace(strings.ToLower(strings.Join(strings.Fields(text), " ")))
	return strings.Join(strings.Fields(strings.TrimRight(text, "; ")), " ")
}
