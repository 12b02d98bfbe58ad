package cprog_test

import (
	"path/filepath"
	"strings"
	"testing"

	"dporbench/frontends/cprog"
)

// TestFiles: several files are one program. A name that is static in one has its own meaning there, and two definitions with external
// linkage are refused.
func TestFiles(t *testing.T) {
	const header = "extern int shared; void *worker(void *); int other(void); static inline int twice(int x) { return 2 * x; }\n"
	const first = "#include <pthread.h>\n#include <assert.h>\n#include <string.h>\n#include \"h.h\"\n" +
		"int shared; static int counter = 5; static int own(void) { static int calls = 1; return calls++ + counter; }\n" +
		"int main(int argc, char **argv) { pthread_t t; pthread_create(&t, 0, worker, 0); pthread_join(t, 0); assert(own() == 6 && own() == 7 && other() == 30);\n" +
		"assert(shared == 11 && LIMIT == 4 && argc == 3 && !strcmp(argv[1], \"x\") && !argv[3] && twice(3) == 6);\n#ifdef GONE\nassert(0);\n#endif\n }\n"
	const second = "#include \"h.h\"\nint strcmp(const char *, const char *); static int counter = 10; static int own(void) { return 3; }\n" +
		"void *worker(void *a) { shared = counter + 1; return 0; } int other(void) { return strcmp(__func__, \"other\") ? 0 : own() * counter; }\n"
	o := cprog.Options{Arguments: []string{"x", "y z"}, Define: []string{"GONE"}, Undefine: []string{"GONE"}}
	for more, want := range map[string]string{
		second: "",
		second + "static int late(void) { return 1; } int (*f)(void) = late;":          "",
		strings.ReplaceAll(second, "static int counter", "int counter"):                "",
		strings.ReplaceAll(second, "static int own", "int own"):                        "",
		second + "int main(void) { return 0; }":                                        "function main is also defined in a.c",
		second + "int shared = 3;\n":                                                   "",
		strings.Replace(second, "static int own(void) { return 3; }", "int own();", 1): "own",
	} {
		folder := t.TempDir()
		write(t, filepath.Join(folder, "h.h"), header)
		write(t, filepath.Join(folder, "limit.h"), "#define LIMIT 4\n")
		write(t, filepath.Join(folder, "a.c"), first)
		write(t, filepath.Join(folder, "b.c"), more)
		o.First = []string{filepath.Join(folder, "limit.h")}
		o.More = []string{filepath.Join(folder, "b.c")}
		p, err := cprog.Load(filepath.Join(folder, "a.c"), o)
		if err == nil {
			err = explored(p)
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s\ngot  %v\nwant %s", more, err, want)
		}
	}
}
