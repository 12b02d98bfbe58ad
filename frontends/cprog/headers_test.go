package cprog_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dporbench/frontends/cprog"
)

// TestHeaders: a file that includes every header loads, and so does one that includes a single header.
func TestHeaders(t *testing.T) {
	const folder = "internal/parse/headers"
	file := filepath.Join(t.TempDir(), "f.c")
	all := ""
	err := fs.WalkDir(os.DirFS(folder), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path == "predefined.h" || path == "cprog.h" || path == "library.h" {
			return err
		}
		include := fmt.Sprintf("#include <%s>\n", path)
		all += include
		write(t, file, include+"int main(void) { return 0; }")
		if _, err := cprog.Load(file, cprog.Options{}); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		return nil
	})
	if err != nil || strings.Count(all, "\n") < 30 {
		t.Fatalf("%v; headers:\n%s", err, all)
	}
	write(t, file, all+"int main(void) { return 0; }")
	if _, err := cprog.Load(file, cprog.Options{}); err != nil {
		t.Error(err)
	}
}

// TestUnsupportedCalls: an unsupported function is refused when a thread calls it, and an unknown one
// when the file is loaded.
func TestUnsupportedCalls(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.c")
	for text, want := range map[string]string{
		"#include <stdio.h>\nint main(int n, char **a) { if (n > 1)\nscanf(\"%d\", &n); }":           "",
		"#include <stdio.h>\nint main(int n, char **a) { if (n > 0)\nscanf(\"%d\", &n); }":           "f.c:3: function scanf is not supported",
		"enum e { A, B }\n__attribute__((packed)) v; int main(void) { return sizeof v; }":            "f.c:1: attribute packed of an enumeration is not supported",
		"#include <sys/mman.h>\nint main(void) {\nreturn !mmap(0, 1, 0, 0, 0, 0); }":                 "f.c:3: function mmap is not supported",
		"int main(void) {\nreturn unheard(1); }":                                                     "f.c:2: function unheard is not defined, and not a supported library function",
		"void *p = \"\"; int main(void) { L:\ngoto *p; }":                                            "f.c:2: a jump to something that is not a label of the function",
		"#include <stdarg.h>\nint f(int n) { va_list l;\nva_start(l, n); } int main(void) { f(1); }": "f.c:3: va_start in a function without ... is not supported",
	} {
		write(t, file, text)
		err := runOnce(file)
		if want == "" && err != nil || want != "" && (err == nil || !strings.HasSuffix(err.Error(), want)) {
			t.Errorf("%s\ngot  %v\nwant %s", text, err, want)
		}
	}
}
