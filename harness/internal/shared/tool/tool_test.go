package tool_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dporbench/frontends/cprog"
	"dporbench/harness/internal/shared/tool"
)

func TestRead(t *testing.T) {
	for _, test := range []struct{ tool, output, want string }{
		{"nidhugg", "Trace count: 3\nAwait-blocked trace count: 2\nSleepset-blocked trace count: 1\n", ""},
		{"nidhugg", "Trace count: 5\n\n Error detected:\n  (<0>,1)\n      Error: Assertion violation at (<0>,1): (x == 1)\n", ""},
		{"nidhugg", "Trace count: 1\n\n Error detected:\n  (<0>,1)\n      Error: Pthreads error at (<0>,1): lock of a mutex\n", "Pthreads error at (<0>,1): lock of a mutex"},
		{"genmc", "*** Verification unsuccessful.\nError: Invalid unlock!\nNumber of complete executions explored: 1\n", "Invalid unlock!"},
		{"genmc", "Warning: Unordered writes!\nEvent\n*** Verification unsuccessful.\nNumber of complete executions explored: 0\n", "ends with an error: Unordered writes!"},
		{"genmc", "Warning: Unordered writes!\n*** Verification complete.\nNumber of complete executions explored: 5\n", ""},
		{"genmc", "f.c:7:6: error: conflicting types\n1 error generated.\nCopyright\n", "explored\": f.c:7:6: error: conflicting types"},
		{"nidhugg", "clang: error: no such file\n", `has not printed "Trace count": clang: error: no such file`},
	} {
		of, _ := tool.Lookup(test.tool)
		counts, err := of.Read(test.output)
		switch {
		case test.want == "" && (err != nil || counts.Executions != 5):
			t.Errorf("%q: %+v, %v", test.output, counts, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%q: %v, want %q", test.output, err, test.want)
		}
	}
}

// toolsVariable names a folder with the executables of other tools.
const toolsVariable = "DPORBENCH_TOOLS"

// TestInstalled runs every tool that is in the folder named by the environment on a program with a mutex initialised where it is
// declared, as exported programs have it: two classes.
func TestInstalled(t *testing.T) {
	folder := os.Getenv(toolsVariable)
	if folder == "" {
		t.Skip(toolsVariable + " names no folder with other tools")
	}
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
	file := filepath.Join(t.TempDir(), "mutex.c")
	const program = `#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *once(void *arg) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return 0; }
int main(void) {
	pthread_t a, b;
	pthread_create(&a, 0, once, 0); pthread_create(&b, 0, once, 0);
	pthread_join(a, 0); pthread_join(b, 0);
	return 0;
}
`
	if err := os.WriteFile(file, []byte(program), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, name := range tool.Names() {
		t.Run(name, func(t *testing.T) {
			found, err := tool.Find([]string{name})
			if err != nil {
				t.Skip(err)
			}
			output, _ := found[0].Command(file, cprog.Options{}).CombinedOutput()
			if strings.Contains(string(output), "Unknown command line argument") {
				t.Skipf("this version has no such mode: %s", output)
			}
			counts, err := found[0].Read(string(output))
			if err != nil || counts.Executions+counts.ReadsFrom != 2 {
				t.Errorf("%+v, %v\n%s", counts, err, output)
			}
		})
	}
}
