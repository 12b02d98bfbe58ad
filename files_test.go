package dporbench_test

import (
	"go/token"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestFilesRunOneWay: in model, model/front and algos themselves, which others build on, files use each other in one direction, so that
// they can be read in order. It does not cover the packages below them. In model/machine, model/order and model/behaviour,
// one type has methods in most files, and what is common to the memory models calls what each does, and is called by it.
func TestFilesRunOneWay(t *testing.T) {
	for _, folder := range []string{"model/front", "model", "algos"} {
		if circle := circleOf(usedFiles(t, folder)); circle != nil {
			t.Errorf("files of %s use each other in a circle: %s", folder, strings.Join(circle, " → "))
		}
	}
}

func TestCircles(t *testing.T) {
	for _, c := range []struct {
		uses map[string][]string
		want string
	}{
		{map[string][]string{"a": {"b", "c"}, "b": {"c"}}, ""},
		{map[string][]string{"a": {"b"}, "b": {"c"}, "c": {"b"}}, "b c b"},
	} {
		if got := strings.Join(circleOf(c.uses), " "); got != c.want {
			t.Errorf("circleOf(%v) is %q, want %q", c.uses, got, c.want)
		}
	}
}

// usedFiles maps each file to the other files in its folder from which it uses a package-level declaration or a method.
func usedFiles(t *testing.T, folder string) map[string][]string {
	t.Helper()
	set := token.NewFileSet()
	_, info, own := parsePackage(t, set, folder)
	uses := map[string][]string{}
	for name, object := range info.Uses {
		if _, method := object.(*types.Func); object.Pkg() != own || object.Parent() != own.Scope() && !method {
			continue
		}
		from, to := filepath.Base(set.Position(name.Pos()).Filename), filepath.Base(set.Position(object.Pos()).Filename)
		if from != to && !slices.Contains(uses[from], to) {
			uses[from] = append(uses[from], to)
		}
	}
	return uses
}

// circleOf is a path from a file back to it, or nil.
func circleOf(uses map[string][]string) []string {
	var way []string
	left := map[string]bool{}
	var visit func(file string) []string
	visit = func(file string) []string {
		if i := slices.Index(way, file); i >= 0 {
			return append(way[i:], file)
		}
		if left[file] {
			return nil
		}
		left[file] = true
		way = append(way, file)
		for _, to := range slices.Sorted(slices.Values(uses[file])) {
			if circle := visit(to); circle != nil {
				return circle
			}
		}
		way = way[:len(way)-1]
		return nil
	}
	for _, file := range slices.Sorted(maps.Keys(uses)) {
		if circle := visit(file); circle != nil {
			return circle
		}
	}
	return nil
}
