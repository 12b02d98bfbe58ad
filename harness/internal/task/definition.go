// Package task decides verification tasks of the competition on software verification: a task definition in YAML
// names a C file and properties; the answer is a verdict, with a violation witness that other tools can read. It also
// validates violation witnesses of any tool.
package task

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/command"
)

// Definition is a task: which property of a C file to decide.
type Definition struct {
	File      string // the C file
	Property  Property
	DataModel string // LP64 or ILP32
	Expected  *bool  // the expected verdict; nil if none is known
	Witness   string // a witness to validate; "" if there is none
}

// The data models.
const (
	LP64  = "LP64"
	ILP32 = "ILP32"
)

// definitionFile is a task definition as written in its file.
type definitionFile struct {
	FormatVersion string     `yaml:"format_version"`
	InputFiles    oneOrMore  `yaml:"input_files"`
	Properties    []property `yaml:"properties"`
	Options       struct {
		Language  string `yaml:"language"`
		DataModel string `yaml:"data_model"`
		Witness   string `yaml:"witness_input_file"`
	} `yaml:"options"`
}

type property struct {
	File     string `yaml:"property_file"`
	Expected *bool  `yaml:"expected_verdict"`
}

// oneOrMore is written as a text or a list of texts.
type oneOrMore []string

func (o *oneOrMore) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		*o = []string{n.Value}
		return nil
	}
	return n.Decode((*[]string)(o))
}

// readDefinition reads the task in a file for the property of that name, such as "unreach-call". If name is "", the
// property is unreach-call if the task has it, or else the first one.
func readDefinition(file, name string) (d Definition, err error) {
	text, err := cli.ReadFile(file)
	if err != nil {
		return d, cli.Usage(err)
	}
	var f definitionFile
	if err := yaml.Unmarshal(text, &f); err != nil {
		return d, cli.Usagef("%s: %s", file, oneLine(err))
	}
	programs := slices.DeleteFunc(slices.Clone(f.InputFiles), func(file string) bool { return filepath.Base(file) == f.Options.Witness })
	switch {
	case !strings.HasPrefix(f.FormatVersion, "2."):
		return d, cli.Usagef("%s: format_version %q: must be 2.0, or another one that begins with 2", file, f.FormatVersion)
	case len(programs) != 1:
		return d, cli.Usagef("%s: input_files: must be one C file, got %d", file, len(programs))
	case len(f.Properties) == 0:
		return d, cli.Usagef("%s: properties: must be at least one", file)
	}
	p, err := f.property(file, name)
	if err != nil {
		return d, err
	}
	in := func(other string) string {
		if filepath.IsAbs(other) {
			return other
		}
		return filepath.Join(filepath.Dir(file), other)
	}
	d = Definition{File: in(programs[0]), DataModel: cmp.Or(f.Options.DataModel, LP64), Expected: p.Expected}
	if f.Options.Language != "" && f.Options.Language != "C" {
		return d, cli.Usagef("%s: language %s: must be C", file, f.Options.Language)
	}
	for _, file := range f.InputFiles {
		if filepath.Base(file) == f.Options.Witness {
			d.Witness = in(file)
		}
	}
	d.Property, err = readProperty(in(p.File))
	return d, err
}

func (f *definitionFile) property(file, name string) (property, error) {
	var names []string
	for _, p := range f.Properties {
		names = append(names, propertyName(p.File))
	}
	at := slices.Index(names, cmp.Or(name, unreachCall))
	switch {
	case at >= 0:
		return f.Properties[at], nil
	case name == "":
		return f.Properties[0], nil
	}
	return property{}, command.Unknown("property of "+file, name, names)
}

func propertyName(file string) string { return strings.TrimSuffix(filepath.Base(file), ".prp") }

// check returns an error if the data model is unknown or the C file does not exist.
func (d Definition) check() error {
	if d.DataModel != LP64 && d.DataModel != ILP32 {
		return cli.Usagef("data model %s: must be LP64 or ILP32", d.DataModel)
	}
	if _, err := os.Stat(d.File); err != nil {
		return cli.Usage(err)
	}
	return nil
}

func oneLine(err error) string {
	return strings.Join(strings.Fields(strings.ReplaceAll(err.Error(), "\n", " ")), " ")
}
