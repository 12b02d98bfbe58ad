package arguments

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/spf13/cobra"

	"dporbench/cprog"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/model/memory"
)

// parse parses the command line of a command that takes a program.
func parse(t *testing.T, r *program.Registry, line ...string) (program.Program, error) {
	t.Helper()
	c := &cobra.Command{}
	a := Of(c, r)
	if err := c.ParseFlags(line); err != nil {
		t.Fatal(err)
	}
	return a.Parse(c.Flags().Args(), memory.SC)
}

// TestSpec: a program of each kind survives a round trip to another process and to a text file, and keeps its
// name in results.
func TestSpec(t *testing.T) {
	r, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	r = r.WithC(cprog.Compile).WithGo(func(g program.GoFunction) (*model.Program, error) { return model.NewProgram(g.Function), nil })
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
		p, err := parse(t, r, c.line...)
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
		recorded, err := ParseRecorded(r, name, params)
		if err != nil || !reflect.DeepEqual(recorded.Spec, p.Spec) {
			t.Errorf("%q recorded: read as %#v, error %v, want %#v", name, recorded.Spec, err, p.Spec)
		}
	}
}
