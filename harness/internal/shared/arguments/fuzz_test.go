package arguments

import (
	"testing"
)

// FuzzParseRecorded: whatever name a file has for its program, it is refused, or is the name of the program that is read.
func FuzzParseRecorded(f *testing.F) {
	for _, seed := range []string{
		"./queue:TestClose", "example.com/queue:Close --unroll=3 --settle=50", "./p:F --known=w0123456789ab,late", "a.c -DN=2 '-Imy inc'", "lastzero", "p: a=x | q: x=0",
		"treiber{push(1); pop} --linearizable=stack", "'", "./q:é --maps=any", "x.litmus",
	} {
		f.Add(seed, 3)
	}
	f.Fuzz(func(t *testing.T, name string, param int) {
		r := stubs(t)
		for _, params := range [][]int{nil, {param % 8}} {
			p, err := ParseRecorded(nil, r, name, params)
			if err != nil {
				continue
			}
			again, numbers := p.Recorded()
			q, err := ParseRecorded(nil, r, again, numbers)
			if err != nil || q.String() != p.String() {
				t.Errorf("%q %v: recorded as %q %v, which is read as %q, error %v", name, params, again, numbers, q.String(), err)
			}
		}
	})
}
