package world

import (
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strings"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// Seed is a file with values for the function of a fuzz test, each in an any.
type Seed struct {
	Name   string
	Values []value
}

// corpus has the texts of files with seeds, in the order of their names.
type corpus []struct{ name, text string }

// ReadCorpus reads the files with seeds of a fuzz test, in the testdata of its package's folder. There are none of another function.
func ReadCorpus(folder, test string) any {
	folder = filepath.Join(folder, "testdata", "fuzz", test)
	files, _ := os.ReadDir(folder)
	var all corpus
	for _, file := range files {
		if text, err := os.ReadFile(filepath.Join(folder, file.Name())); err == nil {
			all = append(all, struct{ name, text string }{file.Name(), string(text)})
		}
	}
	return all
}

// Seeds returns the seeds of the fuzz test that is explored.
func Seeds(th *thread) (all []Seed) {
	files, _ := th.Gen.Corpus.(corpus)
	for _, file := range files {
		all = append(all, Seed{file.name, readSeed(th, file.name, file.text)})
	}
	return all
}

// readSeed reads a file with a seed: a line with the format's version, and one for each value, a conversion of a literal.
func readSeed(th *thread, name, text string) (seed []value) {
	for i, line := range strings.Split(strings.TrimSpace(text), "\n") {
		line = strings.TrimSpace(line)
		switch {
		case i == 0 && line == "go test fuzz v1":
		case i == 0:
			th.Refuse("the seed %s is not supported: it does not begin with go test fuzz v1", name)
		case line != "":
			seed = append(seed, literal(th, name, line))
		}
	}
	return seed
}

func literal(th *thread, name, line string) value {
	text, isBytes := strings.CutPrefix(line, "[]byte(")
	if isBytes {
		line = "string(" + text
	}
	tv, err := types.Eval(token.NewFileSet(), nil, token.NoPos, line)
	if err != nil || tv.Value == nil {
		th.Refuse("the seed %s is not supported: %s is no conversion of a literal", name, line)
	}
	v := value{}
	switch b := tv.Type.Underlying().(*types.Basic); {
	case isBytes:
		content := constant.StringVal(tv.Value)
		elem := types.Typ[types.Byte]
		v = machine.NewBytes(th.Gen.Site("seed", th.Gen.Layouts.Of(elem), true), []byte(content), len(content))
		tv.Type = types.NewSlice(elem)
	case b.Info()&types.IsString != 0:
		v = memory.String(constant.StringVal(tv.Value))
	case b.Info()&types.IsBoolean != 0:
		v = memory.Bool(constant.BoolVal(tv.Value))
	case b.Info()&types.IsFloat != 0:
		x, _ := constant.Float64Val(tv.Value)
		v = machine.Round(b.Kind(), x)
	default:
		v = integer(tv.Value)
	}
	return value{R: &memory.Iface{T: th.Gen.Types.Of(tv.Type), V: v}}
}

func integer(c constant.Value) value {
	if n, exact := constant.Int64Val(constant.ToInt(c)); exact {
		return value{N: n}
	}
	n, _ := constant.Uint64Val(constant.ToInt(c))
	return value{N: int64(n)}
}
