package litmus_test

import (
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/frontends/litmus"
)

func parse(t *testing.T, text string) *litmus.Test {
	t.Helper()
	test, err := litmus.Parse("test.litmus", strings.TrimPrefix(text, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	return test
}

// TestInstructions: each test ends in exactly these states.
func TestInstructions(t *testing.T) {
	for _, c := range []struct{ text, states string }{
		{`
X86 locked (* two increments *)
{ x=1; }
 P0              | P1             ;
 LOCK INC [x]    | MOV EAX,$2     ;
 MOV EAX,[x]     | XCHG [x],EAX   ;
locations [x;]
forall (0:EAX=2 \/ 0:EAX=3)`,
			"0:EAX=2; [x]=2;|0:EAX=3; [x]=3;"},
		{`
X86_64 cmpxchg
{ 0:rax=1; 0:rbx=7; x=1; 1:rcx=x; }
 P0                         | P1          ;
 lock cmpxchgl %ebx,(x)     | movl $2,(%rcx) ;
 jne fails                  |             ;
 movl $1,%ecx               |             ;
fails:                      |             ;
locations [0:rax; 0:rcx; x;]
exists (x=7)`,
			"0:rax=1; 0:rcx=1; [x]=2;|0:rax=2; 0:rcx=0; [x]=2;"},
		{`
X86_64 addresses
{ int t[2]={3,4}; 0:rax=t; 0:rbx=1; p=x; x=5; }
 P0                        ;
 movl 4(%rax),%ecx         ;
 movl (%rax,%rbx,4),%edx   ;
 addl %ecx,%edx            ;
 movq (p),%rsi             ;
 subl $1,(%rsi)            ;
locations [p;]
forall (0:ecx=4 /\ 0:edx=8 /\ 0:rsi=x /\ [x]=4 /\ t[0]=3)`,
			"0:rcx=4; 0:rdx=8; 0:rsi=x; [p]=x; [t[0]]=3; [x]=4;"},
		{`
C functions
{ int x = 1; int *p = &x; }
P0(int *x, int **p, atomic_int *y) {
	int *q = READ_ONCE(*p);
	int r1 = READ_ONCE(*q);     // (*q) is not a comment here
	int r2 = (*q) + 2 * 3 - 1;
	if (r1 == 1 && !(r2 < 6))
		WRITE_ONCE(*q, r1 << 2);
	else if (r1)
		*x = 9;
	atomic_fetch_add_explicit(y, 5, memory_order_relaxed);
	int r3 = atomic_add_return(2, y);
	int r4 = atomic_exchange(y, 1);
	smp_mb();
	int r5 = cmpxchg(y, 1, 3);
}
forall (0:r2=6 /\ x=4 /\ 0:r3=7 /\ 0:r4=7 /\ 0:r5=1 /\ y=3)`,
			"0:r2=6; 0:r3=7; 0:r4=7; 0:r5=1; [x]=4; [y]=3;"},
		{`
C locks
{}
P0(spinlock_t *l, int *x) { spin_lock(l); *x = *x + 1; spin_unlock(l); }
P1(spinlock_t *l, int *x) { spin_lock(l); *x = *x + 1; spin_unlock(l); }
forall x=2`,
			"[x]=2;"},
		{`
C waits
{}
P0(int *x) { *x = 1; }
P1(int *x) { int r1 = 0; while (r1 == 0) r1 = *x; do { r1 = 0; } while (r1); }
filter (not (1:r1=7))
~exists (1:r1=1)`,
			"1:r1=0;"},
	} {
		test := parse(t, c.text)
		h := explore(t, test, algos.Options{})
		var got []string
		for _, s := range h.States {
			got = append(got, s.Text)
		}
		if text := strings.Join(got, "|"); text != c.states {
			t.Errorf("%s: states %s, want %s", test.Name, text, c.states)
		}
		if want := test.Name == "waits"; (h.Incomplete > 0) != want {
			t.Errorf("%s: %d executions are incomplete", test.Name, h.Incomplete)
		}
	}
}

// TestVerdicts: the kind of a condition, and whether it is satisfied.
func TestVerdicts(t *testing.T) {
	const program = "X86_64 t\n{}\nP0 | P1;\nmovl $1,(x) | movl (x),%eax;\n"
	for condition, want := range map[string]string{
		"exists 1:rax=1":                         "Ok Sometimes",
		"exists 1:rax=2":                         "No Never",
		"~exists 1:rax=2":                        "Ok Never",
		"not exists (1:rax=1 /\\ x=1)":           "No Sometimes",
		"forall (1:rax=1 \\/ 1:rax=0)":           "Ok Always",
		"forall 1:rax=[x]":                       "No Sometimes",
		"forall (1:rax=1 => x=1)":                "Ok Always",
		"exists (1:rax!=0 /\\ not (x=1))":        "No Never",
		"filter (1:rax=1) forall 1:rax=1":        "Ok Always",
		"locations [x;] exists true":             "Ok Always",
		"":                                       "Ok Always",
		"exists (false)":                         "No Never",
		"exists 1:rax=1 with tso: forall; a: b;": "Ok Sometimes",
		"exists 1:rax=1\n<<a \"(* b>>":           "Ok Sometimes",
	} {
		test := parse(t, program+condition)
		h := explore(t, test, algos.Options{})
		got := "No "
		if h.OK() {
			got = "Ok "
		}
		if got += h.Observation(); got != want {
			t.Errorf("%s: %s, want %s", condition, got, want)
		}
	}
}

// TestRefused: a mistake or an unsupported construct is reported in one line with the file and the line.
func TestRefused(t *testing.T) {
	const x86, c = "X86_64 t\n{}\n", "C t\n{}\nP0(int *x) {\n"
	for text, want := range map[string]string{
		"":                            "1: expected the architecture and the name of the test",
		"ARM t\n{}\n":                 "1: ARM is not supported: must be X86_64, X86 or C",
		"X86_64\n{}\n":                "1: the test has no name",
		"X86_64 t\n{ int t[99999]; }": "2: array t must have from 1 to 1000 elements",
		c + "return " + strings.Repeat("(", 2000):           "4: this is nested more than 500 deep",
		"X86_64 t\n{ x=y":                                   `2: expected ";", found the end of the file`,
		x86 + "P0;\nmovb $1,(x);\nexists x=1":               "4: instruction movb is not supported",
		x86 + "P0;\nje a;\nexists x=1":                      "4: there is no label a in this thread",
		x86 + "P0;\nmovl $1,(x) | nop;\nexists x=1":         "4: the row has more than 1 columns",
		x86 + "P0;\nmovl %eax,$1;\nexists x=1":              "4: a number cannot be written to",
		x86 + "P0;\nnop;\nexists 1:eax=1":                   "5: there is no thread 1",
		x86 + "P0;\nnop;\nexists x=":                        "5: expected a number, found the end of the file",
		x86 + "P0;\nnop;\nexists x=1 x":                     `5: expected the end of the file, found "x"`,
		x86 + "P1;\nnop;\nexists x=1":                       "3: expected the column of P0",
		x86 + "(* P0":                                       "3: the comment does not end",
		c + "synchronize_rcu();\n}\nexists x=1":             "4: function synchronize_rcu is not supported",
		c + "int r = q;\n}\nexists x=1":                     "4: q is not declared",
		c + "int x;\n}\nexists x=1":                         "4: local variable x has the name of a shared one, which is not supported",
		c + "1 = 2;\n}\nexists x=1":                         `4: "1" cannot be assigned to`,
		c + "atomic_store_explicit(x, 1, weak);\n}\n":       `4: expected a memory order, found "weak"`,
		c + "int r; int *q = &r;\n}\nexists x=1":            "4: the address of a local variable is not supported",
		c + "spin_lock(x);\nspin_unlock(x);\n}\nexists x=0": "7: x is a lock: a condition on it is not supported",
	} {
		if _, err := litmus.Parse("t.litmus", text); err == nil || err.Error() != "t.litmus:"+want {
			t.Errorf("%q: %v, want t.litmus:%s", text, err, want)
		}
	}
}

// TestStoreOrder: an operation that only orders stores is noted with its line.
func TestStoreOrder(t *testing.T) {
	for text, want := range map[string]string{
		"X86_64 t\n{}\nP0;\nmfence;\nexists x=0":                     "",
		"X86_64 t\n{}\nP0;\nsfence;\nexists x=0":                     "test.litmus:4: SFENCE",
		"C t\n{}\nP0(int *x) {\nsmp_mb();\nsmp_wmb(); }\nexists x=0": "test.litmus:5: smp_wmb",
		"C t\n{}\nP0(int *x) {\natomic_store(x, 1); }\nexists x=0":   "test.litmus:4: atomic_store",
	} {
		if got := parse(t, text).StoreOrder(); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("X86_64 t\n{ x=1; 0:rax=x; }\nP0 | P1;\nmovl $1,(x) | lock incl (%rax);\nexists (x=1 /\\ 0:rax=x)")
	f.Add("C t\n{ int *p=&x; }\nP0(int *x) { int r = READ_ONCE(*x); if (r) *x = 1; }\nforall 0:r=0")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := litmus.Parse("t.litmus", text); err != nil && strings.Contains(err.Error(), "\n") {
			t.Errorf("more than a line: %q", err)
		}
	})
}
