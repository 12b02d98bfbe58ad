package cprog_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
)

// TestRecords compares the sizes, alignments and offsets of random records with gcc's, and the values that members keep.
func TestRecords(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("there is no gcc")
	}
	const batch = 40
	otherwise := 4 * batch
	if testing.Short() {
		otherwise = batch
	}
	refused := 0
	programs, seed := number(t, "CPROG_PROGRAMS", otherwise), number(t, "CPROG_SEED", 1)
	for first := 0; first < programs; first += batch {
		var all []*sequential
		for k := range batch {
			all = append(all, randomRecord(uint64(seed)<<32+uint64(first+k), k))
		}
		if same(t, all) == nil {
			continue
		}
		for _, p := range all {
			switch err := same(t, []*sequential{p}); {
			case err == nil, errors.Is(err, errCompiler):
			case strings.Contains(err.Error(), "shares bytes with other members"):
				refused++
			default:
				t.Fatalf("%v\n%s", err, p.source())
			}
		}
	}
	if refused > programs/10 {
		t.Errorf("%d of %d records are refused", refused, programs)
	}
}

// recordMaker makes a record and the statements that examine it.
type recordMaker struct {
	*rand.Rand
	number, depth     int
	global, body      strings.Builder
	members, examined int
}

// randomRecord returns a program that sums up the layout of a record.
func randomRecord(seed uint64, number int) *sequential {
	m := &recordMaker{Rand: rand.New(rand.NewPCG(seed, 2)), number: number}
	t := m.record(fmt.Sprintf("R%d", number), "x")
	fmt.Fprintf(&m.global, "%s X%d[2];\n", t, number)
	body := fmt.Sprintf("%s x = X%d[1], *p = &X%d[1]; M(sizeof x); M(_Alignof(%s)); M((char *)p - (char *)X%d);\n", t, number, number, t, number)
	return &sequential{number: number, given: fmt.Sprintf("%sunsigned long P%d(void) {\nunsigned long sum = 0;\n%s%sreturn sum;\n}\n", m.global.String(), number, body, m.body.String())}
}

func (m *recordMaker) chance(n int) bool { return m.IntN(n) == 0 }

// record defines a record with the given tag, and examines the members of the variable at path.
func (m *recordMaker) record(tag, path string) string {
	m.depth++
	defer func() { m.depth-- }()
	kind, before, after, pack := "struct", "", "", ""
	if m.chance(6) {
		kind = "union"
	}
	switch m.IntN(8) {
	case 0:
		before = " __attribute__((packed))"
	case 1:
		after = " __attribute__((__packed__))"
	case 2:
		after = fmt.Sprintf(" __attribute__((aligned(%d)))", 1<<m.IntN(6))
	case 3:
		pack = fmt.Sprintf("#pragma pack(push, %d)\n", 1<<m.IntN(4))
	}
	var members, inner strings.Builder
	for k := range 1 + m.IntN(6) {
		m.member(&members, kind+" "+tag, fmt.Sprintf("%s.m%d", path, k), fmt.Sprintf("m%d", k))
	}
	inner.WriteString(pack + kind + before + " " + tag + " {" + members.String() + " }" + after + ";\n")
	if pack != "" {
		inner.WriteString("#pragma pack(pop)\n")
	}
	m.global.WriteString(inner.String())
	return kind + " " + tag
}

func (m *recordMaker) member(to *strings.Builder, of, path, name string) {
	t := m.integerOf()
	switch m.IntN(6) {
	case 0, 1:
		if !strings.Contains(of, "union") {
			m.bits(to, path, name, t)
			return
		}
	case 2:
		if m.depth < 3 {
			m.members++
			t = m.record(fmt.Sprintf("N%d_%d", m.number, m.members), path)
			fmt.Fprintf(to, " %s %s;", t, name)
			fmt.Fprintf(&m.body, "M(__builtin_offsetof(%s, %s));\n", of, name)
			return
		}
	case 3:
		fmt.Fprintf(to, " %s %s[%d];", t, name, 1+m.IntN(3))
		m.examine(of, path+"[0]", name)
		return
	case 4:
		fmt.Fprintf(to, " %s %s __attribute__((aligned(%d)));", t, name, 1<<m.IntN(5))
		m.examine(of, path, name)
		return
	}
	if m.chance(8) {
		fmt.Fprintf(to, " _Alignas(%d) %s %s;", 8<<m.IntN(2), t, name)
	} else {
		fmt.Fprintf(to, " %s %s;", t, name)
	}
	m.examine(of, path, name)
}

func (m *recordMaker) integerOf() string {
	return []string{"char", "unsigned char", "short", "unsigned short", "int", "unsigned", "long", "unsigned long"}[m.IntN(8)]
}

func (m *recordMaker) bits(to *strings.Builder, path, name, t string) {
	most := map[string]int{"char": 8, "short": 16, "int": 32, "long": 64}[lastWord(t)]
	if m.chance(7) {
		fmt.Fprintf(to, " %s : %d;", t, []int{0, 1 + m.IntN(most)}[m.IntN(2)])
	}
	fmt.Fprintf(to, " %s %s : %d;", t, name, 1+m.IntN(most))
	m.use(path)
}

func (m *recordMaker) examine(of, path, name string) {
	fmt.Fprintf(&m.body, "M(__builtin_offsetof(%s, %s));\n", of, name)
	m.use(path)
}

// use stores in a member, and sums up its value.
func (m *recordMaker) use(path string) {
	m.examined++
	fmt.Fprintf(&m.body, "%s = %d; p->%s ^= %d; M(%s); M(p->%s);\n", path, m.IntN(1<<20), strings.TrimPrefix(path, "x."), m.IntN(1<<20), path, strings.TrimPrefix(path, "x."))
}
