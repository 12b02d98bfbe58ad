package command

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestDatabase: a compile_commands.json stands for the C files in it, with the flags that change their meaning.
func TestDatabase(t *testing.T) {
	folder := t.TempDir()
	file := filepath.Join(folder, "compile_commands.json")
	for text, want := range map[string]string{
		`[{"directory": "/b", "file": "a.c", "command": "cc -O2 -DN=1 '-DT=a b' -I inc -I/usr/x -isystem s -include c.h -o a.o -c a.c"},
		  {"directory": "/b", "file": "/src/m.c", "arguments": ["cc", "-D", "N=1", "-DT=a b", "-Iinc", "-I/usr/x", "-isystem", "s", "-include", "c.h", "-MF", "-DM", "-c", "m.c"]}]`: "" +
			"run|/b/a.c|/src/m.c|-DN=1|-DT=a b|-I/b/inc|-I/usr/x|-I/b/s|--include-first|/b/c.h|--spin|--|-O2",
		`[{"directory": "/b", "file": "a.c", "command": "cc -DN=1 a.c"}, {"directory": "/b", "file": "b.c", "command": "cc b.c"}]`: "",
		`[{"directory": "/b", "file": "a.cc", "command": "c++ a.cc"}]`:                                                             "",
		`[{"directory": "/b", "file": "a.c", "command": "cc -m32 a.c"}]`:                                                           "",
		`[]`: "",
		`{`:  "",
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := CompilerWords([]string{"run", file, "--spin", "--", "-O2"})
		if want == "" && err == nil || want != "" && (err != nil || !slices.Equal(got, strings.Split(want, "|"))) {
			t.Errorf("%s: %q, error %v, want %s", text, got, err, want)
		}
	}
	for line, want := range map[string]string{
		`cc  -D'A B' "-DC=\"x\" \y" d\ e.c`: `cc|-DA B|-DC="x" \y|d e.c`, `''`: "", `a ""`: "a|", `"a`: "error", `a\`: "error",
	} {
		got, err := shellWords(line)
		if (err != nil) != (want == "error") || err == nil && strings.Join(got, "|") != want {
			t.Errorf("%s: %q, error %v, want %s", line, got, err, want)
		}
	}
	if _, err := CompilerWords([]string{"run", filepath.Join(folder, "none", "compile_commands.json")}); err == nil {
		t.Error("a missing file has no error")
	}
}
