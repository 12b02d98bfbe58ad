package task

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"dporbench/frontends/cprog"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
)

// TestForeignWitnesses: witnesses of format 2.2 that the authors of another validator wrote for it are confirmed, except those
// that it refutes. THETA names a checkout of theta (github.com/ftsrg/theta).
func TestForeignWitnesses(t *testing.T) {
	checkout := os.Getenv("THETA")
	if checkout == "" {
		t.Skip("THETA names no checkout")
	}
	folder := filepath.Join(checkout, "subprojects/xcfa/xcfa-cli/src/test/resources/c/witness-validation")
	witnesses, err := filepath.Glob(filepath.Join(folder, "*witness.yml"))
	if err != nil || len(witnesses) == 0 {
		t.Fatalf("no witnesses in %s, error %v", folder, err)
	}
	for _, witness := range witnesses {
		name, _, _ := strings.Cut(filepath.Base(witness), ".")
		t.Run(filepath.Base(witness), func(t *testing.T) {
			d := Definition{File: filepath.Join(folder, name+".i"), DataModel: ILP32, Property: Property{Text: "CHECK( init(main()), LTL(G ! call(reach_error())) )"}}
			if strings.Contains(name, "data-race") {
				d.Property.Text = "CHECK( init(main()), LTL(G ! data-race) )"
			}
			o := d.Property.options(cprog.Options{Nondet: cprog.Range{From: 0, To: 2}, ILP32: true})
			p := program.Program{Spec: program.Spec{Kind: program.CFile{Path: d.File, Options: o}}}
			if p.Program, err = cprog.Load(d.File, o); err != nil {
				t.Fatal(err)
			}
			waypoints, err := readWitness(withHash(t, witness, d.File), d)
			if err != nil {
				t.Fatal(err)
			}
			confirmed, err := validate(t.Context(), waypoints, d, p, explore.Defaults())
			t.Logf("confirmed: %v, error: %v", confirmed, err)
			if want := !strings.Contains(witness, "refuted"); confirmed != want {
				t.Errorf("confirmed is %v, want %v", confirmed, want)
			}
		})
	}
}

// withHash copies a witness, replacing zeros by the hash of the file that it is for.
func withHash(t *testing.T, witness, file string) string {
	hash, err := hashOf(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(witness)
	if err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), filepath.Base(witness))
	write(t, copied, regexp.MustCompile("0{64}").ReplaceAllString(string(text), hash))
	return copied
}
