package task

import (
	"fmt"
	"os"
	"regexp"
	"strings"
)

// Files are read with the data model LP64. Where a task says ILP32, that makes a difference to a file that uses
// types of other sizes there, or asks for sizes.
var (
	differs      = regexp.MustCompile(`\b(long|sizeof|size_t|ssize_t|ptrdiff_t|intptr_t|uintptr_t|off_t|time_t)\b`)
	alike        = regexp.MustCompile(`\blong\s+long\b`)
	comment      = regexp.MustCompile(`(?s)//[^\n]*|/\*.*?\*/|"(\\.|[^"\\\n])*"`)
	lineMarker   = regexp.MustCompile(`^#\s*(?:line\s+)?(\d+)\s+"([^"]*)"`)
	systemHeader = regexp.MustCompile(`^(/usr/|<)`)
)

// widths returns an error if the file may mean something else under the data model, with the place where that shows.
// What a preprocessor has taken from headers of the system is not looked at.
func widths(file, dataModel string) error {
	if dataModel == LP64 {
		return nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	blanked := comment.ReplaceAllStringFunc(string(text), blankMost)
	written, system := strings.Split(string(text), "\n"), false
	for number, line := range strings.Split(blanked, "\n") {
		if m := lineMarker.FindStringSubmatch(written[number]); m != nil {
			system = systemHeader.MatchString(m[2])
			continue
		}
		if word := differs.FindString(alike.ReplaceAllString(line, "")); word != "" && !system && !strings.HasPrefix(line, "#") {
			return fmt.Errorf("%s:%d: the data model is ILP32, and files are read as LP64: the size of %s makes a difference", file, number+1, word)
		}
	}
	return nil
}

// blankMost is white space with the line ends of a comment or a string.
func blankMost(text string) string { return " " + strings.Repeat("\n", strings.Count(text, "\n")) }
