package process

import (
	"path"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"time"

	"dporbench/model/front"
)

const (
	lookInterval = Grace / 4
	// stuckCPU is how much CPU time this process uses without an event before a running thread counts as stuck. An
	// exploration that is to stop executes at most 16 more events, which take microseconds.
	stuckCPU = Grace / 4
	// stuckLooks is how often a thread is seen waiting for something other than an event before it counts as stuck.
	stuckLooks = 4
)

// StuckThread returns the function, file and line of a thread that does not reach its next event, once the exploration
// of this process must stop; empty if over is closed, or patience ends, before it has found one.
//
// It decides by CPU time and by several looks at the threads, because on a busy machine a thread may stay where it is
// for long only because nothing runs.
func StuckThread(over <-chan struct{}, patience time.Duration) (place string) {
	var s suspicion
	looks := time.NewTicker(lookInterval)
	defer looks.Stop()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		select {
		case <-over:
			return ""
		case <-looks.C:
			place, waits := outsideModel()
			if s.confirms(place, waits, CPUTime()) {
				return place
			}
		}
	}
	return ""
}

// suspicion sums up the latest looks.
type suspicion struct {
	looks int           // in a row, that found a thread between two events
	waits int           // the number of those at their end that found it waiting
	since time.Duration // the CPU time of this process at the first of them
}

// confirms reports whether a thread is stuck, after another look, which found it at place, or between no two events if
// place is empty. cpu is the CPU time that this process has used.
func (s *suspicion) confirms(place string, waits bool, cpu time.Duration) bool {
	if place == "" {
		*s = suspicion{}
		return false
	}
	if s.looks++; s.looks == 1 {
		s.since = cpu
	}
	if s.waits++; !waits {
		s.waits = 0
	}
	return s.waits >= stuckLooks || s.looks > 1 && cpu-s.since >= stuckCPU
}

// outsideModel returns the place of a thread between two events, and whether it waits for something.
func outsideModel() (place string, waits bool) {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	for _, stack := range strings.Split(string(stacks), "\n\n") {
		if place := placeIn(stack); place != "" {
			state, _, _ := strings.Cut(stack, ":\n")
			return place, !strings.Contains(state, "[run") && !strings.Contains(state, "[GC") && !strings.Contains(state, "[preempted")
		}
	}
	return "", false
}

// placeIn ignores a thread that waits for the machine to execute its next event.
func placeIn(stack string) string {
	front := reflect.TypeFor[front.Thread]().PkgPath()
	lines := strings.Split(stack, "\n")
	place := ""
	for i := 1; i+1 < len(lines); i += 2 {
		function, _, _ := strings.Cut(lines[i], "({")
		if at := strings.LastIndexByte(function, '('); at > 0 && strings.HasSuffix(function, ")") {
			function = function[:at]
		}
		switch {
		case strings.HasPrefix(function, front+".(*Thread).run"):
			return place
		case place == "" && (strings.HasPrefix(function, front+".") || strings.HasPrefix(function, path.Dir(front)+".")):
			return ""
		case place == "" && !isSystem(function):
			file, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " ")
			place = function[strings.LastIndexByte(function, '/')+1:] + ", " + filepath.Base(file)
		}
	}
	return ""
}

func isSystem(function string) bool {
	importPath, _, _ := strings.Cut(function, ".")
	root, _, _ := strings.Cut(importPath, "/")
	return slices.Contains([]string{"runtime", "internal", "sync", "time", "syscall", "iter"}, root)
}
