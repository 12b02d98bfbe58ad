package task

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

const benchmark = `<?xml version="1.0"?>
<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 2.3//EN" "https://www.sosy-lab.org/benchexec/benchmark-2.3.dtd">
<benchmark tool="contrib.benchexec.dporbench" walltimelimit="60 s">
  <rundefinition><propertyfile>unreach-call.prp</propertyfile></rundefinition>
  <tasks><include>*.yml</include></tasks>
</benchmark>
`

// TestBenchExec runs tasks with BenchExec and the module in contrib/benchexec. BENCHEXEC names a checkout of BenchExec,
// whose Python packages must be installed.
func TestBenchExec(t *testing.T) {
	checkout := os.Getenv("BENCHEXEC")
	if checkout == "" {
		t.Skip("BENCHEXEC names no checkout")
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if out, err := exec.Command("go", "build", "-pgo=off", "-o", filepath.Join(folder, "bin", "dporbench"), "dporbench/cmd/dporbench").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	files := map[string]string{
		"benchmark.xml": benchmark, "unreach-call.prp": "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
		"lost.c": header + violated["lost update"], "safe.c": header + "int main() { return 0; }",
		"any.c": header + "int __VERIFIER_nondet_int(); int main() { if (__VERIFIER_nondet_int() == 7) reach_error(); }",
		"lost.witness": `
- entry_type: violation_sequence
  content:
    - segment:
      - waypoint: { type: target, action: follow, location: { file_name: lost.c, line: 16 } }
`,
	}
	for name, task := range map[string]string{
		"lost": "input_files: lost.c", "safe": "input_files: safe.c", "any": "input_files: any.c",
		"witness": "input_files: [lost.c, lost.witness]\noptions: { language: C, data_model: ILP32, witness_input_file: lost.witness }",
	} {
		files[name+".yml"] = "format_version: '2.0'\nproperties:\n  - property_file: unreach-call.prp\n" + task + "\n"
	}
	for name, text := range files {
		write(t, filepath.Join(folder, name), text)
	}
	c := exec.Command("python3", "-m", "benchexec.benchexec", "benchmark.xml", "--no-container", "--tool-directory", folder, "-o", folder+"/results/")
	c.Dir, c.Env = folder, append(os.Environ(), "PYTHONPATH="+checkout+":"+root, "PYTHONDONTWRITEBYTECODE=1")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("benchexec: %v\n%s", err, out)
	}
	for _, line := range []string{`any.yml +unknown`, `lost.yml +false\(unreach-call\)`, `safe.yml +true`, `witness.yml +false\(unreach-call\)`} {
		if !regexp.MustCompile(line).Match(out) {
			t.Errorf("there is no line %s in\n%s", line, out)
		}
	}
}
