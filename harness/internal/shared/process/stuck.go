package process

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// StuckThread returns the function, file and line of a thread that does not reach its next event;
// empty if there is none. Without one, an exploration that is to stop does so within Grace.
func StuckThread() string {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	for _, stack := range strings.Split(string(stacks), "\n\n") {
		if place := stuckIn(stack); place != "" {
			return place
		}
	}
	return ""
}

// stuckIn ignores a thread that waits for the machine to do its next event.
func stuckIn(stack string) string {
	lines := strings.Split(stack, "\n")
	place := ""
	for i := 1; i+1 < len(lines); i += 2 {
		function, _, _ := strings.Cut(lines[i], "({")
		if at := strings.LastIndexByte(function, '('); at > 0 && strings.HasSuffix(function, ")") {
			function = function[:at]
		}
		switch {
		case strings.HasPrefix(function, "dporbench/model.(*Thread).run"):
			return place
		case strings.HasPrefix(function, "dporbench/model."):
			return ""
		case place == "" && !isSystem(function):
			file, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " ")
			place = function[strings.LastIndexByte(function, '/')+1:] + ", " + filepath.Base(file)
		}
	}
	return ""
}

func isSystem(function string) bool {
	path, _, _ := strings.Cut(function, ".")
	root, _, _ := strings.Cut(path, "/")
	return slices.Contains([]string{"runtime", "internal", "sync", "time", "syscall", "iter"}, root)
}
