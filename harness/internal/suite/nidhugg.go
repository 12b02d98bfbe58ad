package suite

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"dporbench/frontends/cprog"
)

// resultLine matches a line of reference.results.txt: "2+2W0000 Forbid : 4".
var resultLine = regexp.MustCompile(`^(\S+) (?:Allow|Forbid) : (\d+)`)

// readNidhugg reads the tests below root: each folder has the programs in C-tests and the
// number of reads-from classes under sequential consistency in reference.results.txt.
func readNidhugg(root string) ([]Test, error) {
	references, err := filepath.Glob(filepath.Join(root, "*", "reference.results.txt"))
	var all []Test
	for _, reference := range references {
		folder := filepath.Dir(reference)
		results, err := lines(reference)
		if err != nil {
			return nil, err
		}
		for _, line := range results {
			m := resultLine.FindStringSubmatch(line)
			if m == nil {
				continue
			}
			want, err := strconv.ParseInt(m[2], 10, 64)
			file := filepath.Join(folder, "C-tests", m[1]+".c")
			if _, missing := os.Stat(file); err != nil || missing != nil {
				continue
			}
			all = append(all, Test{
				Folder: filepath.Base(folder), Name: m[1], Files: []string{file}, Counts: ReadsFrom, Want: want, Reason: nidhuggConvention(file),
				Options: cprog.Options{Spin: true, AwaitAssumes: true},
			})
		}
	}
	return all, err
}

// nidhuggConvention says which options other than --sc --rf a program asks of Nidhugg; "" if none.
func nidhuggConvention(file string) string {
	text, _ := lines(file)
	for _, line := range text {
		if options, ok := strings.CutPrefix(line, "// nidhuggc:"); ok {
			return "the test asks Nidhugg for" + options
		}
	}
	return ""
}
