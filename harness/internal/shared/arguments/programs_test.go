package arguments

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"dporbench/frontends/cprog"
	"dporbench/frontends/cprog/compiled"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
)

// TestSpec: a program of each kind survives a round trip to another process and to a text file, and keeps its
// name in results.
func TestSpec(t *testing.T) {
	r, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	r = r.WithC(cprog.Compile).WithGo(empty)
	folder := t.TempDir()
	file, test := filepath.Join(folder, "race.c"), filepath.Join(folder, "SB.litmus")
	write := func(path, text string) {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(file, "int x[N];\nint main(void) { return x[0]; }\n")
	write(test, "X86_64 SB\n{ }\n P0 | P1 ;\n movl $1,(x) | movl $1,(y) ;\nexists (x=1)\n")
	for _, c := range []struct {
		line         []string
		name, quoted string
	}{
		{[]string{"length-param", "2", "4"}, "length-param 2 4", "length-param 2 4"},
		{[]string{"lost-update"}, "lost-update", "lost-update"},
		{[]string{"p: a=x | q: x=0"}, "p: a=x | q: x=0", "'p: a=x | q: x=0'"},
		{[]string{"treiber{push(1); pop | push(2)}", "--linearizable", "stack"},
			"treiber{push(1); pop | push(2)} --linearizable=stack", "'treiber{push(1); pop | push(2)}' --linearizable=stack"},
		{[]string{"lastzero", "3", "--linearizable", "q=queue,lock"}, "lastzero 3 --linearizable=q=queue,lock", "lastzero 3 --linearizable=q=queue,lock"},
		{[]string{test}, test, test},
		{[]string{"./queue:TestClose"}, "./queue:TestClose", "./queue:TestClose"},
		{[]string{"example.com/queue:Close", "--unroll", "3", "--settle", "50"},
			"example.com/queue:Close --unroll=3 --settle=50", "example.com/queue:Close --unroll=3 --settle=50"},
		{[]string{"./queue:Close", "--repetitions", "2", "--maps", "any", "--known", "w0123456789ab,late"},
			"./queue:Close --repetitions=2 --maps=any --known=w0123456789ab,late", "./queue:Close --repetitions=2 --maps=any --known=w0123456789ab,late"},
		{[]string{file, "-D", "N=2", "-I" + folder, "--unroll", "3", "--no-unroll", "f", "--like", "genmc", "--spin", "--await-assumes"},
			file + " -DN=2 -I" + folder + " --unroll=3 --no-unroll=f --like=genmc --spin --await-assumes",
			file + " -DN=2 -I" + folder + " --unroll=3 --no-unroll=f --like=genmc --spin --await-assumes"},
	} {
		p, err := Parse(r, c.line)
		if err != nil {
			t.Errorf("%q: %v", c.line, err)
			continue
		}
		if p.String() != c.name || p.Quoted() != c.quoted {
			t.Errorf("%q: named %q, and %q for a shell; want %q, %q", c.line, p, p.Quoted(), c.name, c.quoted)
		}
		text, err := json.Marshal(p.Spec)
		if err != nil {
			t.Fatal(err)
		}
		var back program.Spec
		if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(back, p.Spec) {
			t.Errorf("%s: read as %#v, error %v, want %#v", text, back, err, p.Spec)
		}
		name, params := p.Recorded()
		recorded, err := ParseRecorded(nil, r, name, params)
		if err != nil || !reflect.DeepEqual(recorded.Spec, p.Spec) {
			t.Errorf("%q recorded: read as %#v, error %v, want %#v", name, recorded.Spec, err, p.Spec)
		}
	}
}

// hostile are words that a shell, or the flags, would take for something else.
func hostile() []string {
	return []string{"my inc", "a  b", " a ", "tab\ta", "it's", `say "hi"`, "$HOME", "`x`", `a\b`, `\`, "-x", "--", "", "=x", "#x", "*", "é", "b\rc", "b\x1b[1m", "a -DN=1", "' -DN=1"}
}

// TestHostileWords: paths and values of flags are read again as they are, from a text file and from a shell.
func TestHostileWords(t *testing.T) {
	r := stubs(t)
	t.Chdir(t.TempDir())
	for _, word := range hostile() {
		if err := os.WriteFile(word+".litmus", []byte("X86_64 SB\n{ }\n P0 | P1 ;\n movl $1,(x) | movl $1,(y) ;\nexists (x=1)\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, line := range [][]string{
			{"--", word + ".litmus"},
			{"--define=" + word, "--include=" + word, "--no-unroll=" + word, "--", word + ".c"},
			{"-D", "A", "-D", word, "-I" + word, "-I", "b", "./queue.c"},
			{"./" + word + ".c", "./" + word + ".i", "-U", "A", "--include-first=" + word, "--argument=" + word, "--argument=-x"},
			{"./queue:Close", "--known=" + word},
			{"./race.c", "--linearizable", strings.ReplaceAll(word, "=", "-") + "=queue"},
		} {
			p, err := Parse(r, line)
			if err != nil {
				t.Errorf("%q: %v", line, err)
				continue
			}
			name, params := p.Recorded()
			if recorded, err := ParseRecorded(nil, r, name, params); err != nil || !reflect.DeepEqual(recorded.Spec, p.Spec) {
				t.Errorf("%q recorded: read as %#v, error %v, want %#v", name, recorded.Spec, err, p.Spec)
			}
			if name != p.Quoted() {
				t.Errorf("%q is quoted otherwise for a shell: %q", name, p.Quoted())
			}
		}
	}
}

// TestLineBreaks: a name that would not stay on its line is refused.
func TestLineBreaks(t *testing.T) {
	r := stubs(t)
	for _, line := range [][]string{{"a\nb.c"}, {"a.c", "-I", "b\nc"}, {"a.c", "--linearizable", "q\n=queue"}} {
		if _, err := Parse(r, line); err == nil || !strings.Contains(err.Error(), "its name must be one line") {
			t.Errorf("%q: error %v", line, err)
		}
	}
}

// stubs are a registry whose C files and Go functions are empty programs.
func stubs(t *testing.T) *program.Registry {
	t.Helper()
	r, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "empty.c")
	if err := os.WriteFile(file, []byte("int main(void) { return 0; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return r.WithC(func(string, compiled.Options) (*compiled.File, error) { return cprog.Compile(file, cprog.Options{}) }).
		WithGo(empty)
}

// TestUnquotedNames: names are read as earlier versions wrote them.
func TestUnquotedNames(t *testing.T) {
	r := stubs(t)
	c := func(path string, o compiled.Options) program.Kind { return program.CFile{Path: path, Options: o} }
	for name, want := range map[string]program.Kind{
		`race.c -DS="a" --spin`:         c("race.c", compiled.Options{Define: []string{`S="a"`}, Spin: true}),
		`race.c -DC='a' -DN=f(1)`:       c("race.c", compiled.Options{Define: []string{"C='a'", "N=f(1)"}}),
		`race.c -DX=$x\y`:               c("race.c", compiled.Options{Define: []string{`X=$x\y`}}),
		"it's.c":                        c("it's.c", compiled.Options{}),
		"my  dir/a race.c -DN=2 --spin": c("my  dir/a race.c", compiled.Options{Define: []string{"N=2"}, Spin: true}),
		"p: a=x | q: x=0; y=-1":         program.Small{Text: "p: a=x | q: x=0; y=-1"},
		"p: x=0":                        program.Small{Text: "p: x=0"},
		"treiber{push(1); pop} --linearizable=stack": program.Linearizable{
			Program: program.Spec{Kind: program.Client{Text: "treiber{push(1); pop}"}}, Demand: "stack"},
		"lastzero 3 --linearizable=queue": program.Linearizable{
			Program: program.Spec{Kind: program.Benchmark{Name: "lastzero", Params: []int{3}}}, Demand: "queue"},
	} {
		if p, err := ParseRecorded(nil, r, name, nil); err != nil || !reflect.DeepEqual(p.Kind, want) {
			t.Errorf("%q: read as %#v, error %v, want %#v", name, p.Kind, err, want)
		}
	}
}

// empty loads Go functions without reading them.
func empty(g program.GoFunction) (func() (*model.Program, error), error) {
	return func() (*model.Program, error) { return model.NewProgram(g.Function), nil }, nil
}
