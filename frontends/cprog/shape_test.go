package cprog_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dporbench/frontends/cprog"
)

// TestShapes: files of extreme shapes, and files that end too early, are refused or compiled within seconds.
func TestShapes(t *testing.T) {
	const end, many = "unexpected end of the file", 200_000
	const after = "after '*'"
	inMain := func(s string) string { return "int main() { int a = 0; " + s + " return 0; }" }
	r := strings.Repeat
	for name, c := range map[string]struct{ text, want string }{
		"pointer":              {"int *", end},
		"pointer const":        {"int * const", end},
		"typedef":              {"int x; typedef", end},
		"in a function":        {"int main() { int *", end},
		"no name":              {"int *;", after},
		"no local name":        {"int main() { int *; }", after},
		"an if":                {"int *if;", after},
		"no letter":            {"int *@;", after},
		"not UTF-8":            {"int main() o{ *\x8c\x11}", after},
		"in a parameter":       {"int f(int *", end},
		"in a struct":          {"struct s { int *", end},
		"from a macro":         {"#define P int *\nP", end},
		"parentheses":          {"int x = " + r("(", many) + "1" + r(")", many) + "; int main() { }", "nested"},
		"blocks":               {"int main() " + r("{", many) + r("}", many), "nested"},
		"unclosed":             {r("(", many), "nested"},
		"additions":            {inMain("a = " + r("1+", many) + "1;"), "tokens in one expression"},
		"negations":            {inMain("a = " + r("!", many) + "1;"), "tokens in one expression"},
		"conditionals":         {inMain("a = " + r("a?a:", many) + "a;"), "tokens in one expression"},
		"pointers":             {"int " + r("*", many) + "p; int main() { }", "tokens in one expression"},
		"ifs":                  {inMain(r("if (a)", many) + ";"), "tokens in one expression"},
		"elses":                {inMain(r("if (a) a = 1; else ", many) + ";"), "else branches"},
		"directive":            {"#if " + r("(", many) + "1" + r(")", many) + "\n#endif\nint main() { }", "a directive has more than"},
		"negated":              {"#if " + r("!\\\n", many) + "1\n#endif\nint main() { }", "a directive has more than"},
		"no end of a number":   {"int x = 'o\\", "f.c:1: character constant not terminated"},
		"no end of a text":     {"int x = \"o\\\n", "f.c:1: string literal not terminated"},
		"contains itself":      {"struct s { int v; struct s next; } *p; int main() { return p->w; }", "f.c: member next has an incomplete type: s"},
		"contains arrays":      {"struct s { union { int v; struct s next[2 * 3], *p; }; } *p; int main() { return p->w; }", "member next"},
		"is aligned":           {"union u { _Alignas(8) const union u *p, __attribute__((aligned(8))) next; } *p; int main() { return p->w; }", "member next"},
		"contains each other":  {"struct a { struct b b; }; struct b { struct a a; } *p; int main() { return p->w; }", "member b"},
		"has a name":           {"typedef struct s s_t, *p_t; typedef s_t t; struct s { p_t p; t next; } *p; int main() { return p->w; }", "member next"},
		"has attributes":       {"struct __attribute__((packed)) s { struct s next; } *p; int main() { return p->w; }", "member next"},
		"contains pointers":    {"typedef struct s t; struct s { struct s *p, *q[2]; t *(*f)(t); _Atomic(t *) a; union { t *n; }; } s; int main() { return !s.p; }", ""},
		"contains complete":    {"typedef struct { int v; } a; struct b { a a; struct c { a x; } c; struct c d; } b; int main() { return b.d.x.v; }", ""},
		"an array that has it": {"typedef struct s t[2]; struct s { t next; } *p; int main() { return p->w; }", "member next"},
		"includes itself":      {"#include \"f.c\"\nint main() { }", "f.c: includes itself"},
		"folder":               {"#include \".\"\nint main() { }", "include file not found"},
		"device":               {"#include \"/dev/zero\"\nint main() { }", "include file not found"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "f.c")
			if err := os.WriteFile(file, []byte(c.text), 0o666); err != nil {
				t.Fatal(err)
			}
			begun := time.Now()
			_, err := cprog.Compile(file, cprog.Options{})
			if got := errorText(err); c.want == "" && err != nil || !strings.Contains(got, c.want) || strings.Contains(got, "\n") {
				t.Errorf("error %.200q, want %q", got, c.want)
			}
			if took := time.Since(begun); took > 20*time.Second {
				t.Errorf("it takes %v", took)
			}
		})
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
