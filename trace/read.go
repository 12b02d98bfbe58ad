package trace

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"dporbench/model/memory"
)

// maxLine is the longest line of a file that is read, in bytes.
const maxLine = 1 << 20

// Read parses a recording as written by [Recording.Write]. An error names the
// line.
func Read(r io.Reader) (Recording, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	var f reader
	for lines.Scan() {
		f.line++
		if err := f.read(lines.Text()); err != nil {
			return Recording{}, fmt.Errorf("line %d: %w", f.line, err)
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return Recording{}, fmt.Errorf("line %d: longer than %d bytes", f.line+1, maxLine)
	case err != nil:
		return Recording{}, err
	case f.line == 0:
		return Recording{}, errors.New("line 1: not a recorded execution: the file is empty")
	case !f.ended:
		return Recording{}, fmt.Errorf("line %d: the file ends here, without the line %q that ends a recorded execution", f.line, endField)
	}
	return f.recording, nil
}

type reader struct {
	recording Recording
	line      int
	ended     bool
}

func (f *reader) read(line string) error {
	if f.line == 1 {
		return format(strings.TrimSuffix(line, "\r"))
	}
	line = strings.TrimSpace(line)
	switch {
	case !utf8.ValidString(line):
		return errors.New("not text")
	case line == "" || line[0] == '#':
		return nil
	case f.ended:
		return fmt.Errorf("%q comes after the end", line)
	}
	name, text, err := split(line)
	if err != nil {
		return err
	}
	if line[0] != '"' && strings.HasSuffix(name, ":") {
		return f.field(name, text)
	}
	f.recording.Events = append(f.recording.Events, Recorded{Thread: name, Text: text, line: f.line})
	return nil
}

func format(line string) error {
	version, ok := strings.CutPrefix(line, firstLine)
	switch {
	case !ok:
		return fmt.Errorf("not a recorded execution: it must begin with %q", firstLine+strconv.Itoa(formatVersion))
	case version != strconv.Itoa(formatVersion):
		return fmt.Errorf("format %q is not known: must be %d", version, formatVersion)
	}
	return nil
}

func (f *reader) field(name, text string) error {
	r := &f.recording
	switch name {
	case programField:
		r.Program = text
	case paramsField:
		for word := range strings.FieldsSeq(text) {
			n, err := strconv.Atoi(word)
			if err != nil {
				return fmt.Errorf("parameter %q: must be a whole number", word)
			}
			r.Params = append(r.Params, n)
		}
	case sourceField:
		r.Source = text
	case memoryField:
		var err error
		r.Memory, err = memory.Parse(text)
		return err
	case originField:
		r.Origin = text
	case endField:
		r.Ending, f.ended = text, true
	default:
		return fmt.Errorf("%q is not known: must be %s, %s, %s, %s, %s, %s or the name of a thread, which is quoted if it ends in a colon",
			name, programField, paramsField, sourceField, memoryField, originField, endField)
	}
	return nil
}

// split takes the first word off a line; the rest is its text. Both may be quoted.
func split(line string) (name, text string, err error) {
	name = line
	if i := strings.IndexFunc(line, unicode.IsSpace); i >= 0 {
		name, text = line[:i], line[i:]
	}
	if quoted, err := strconv.QuotedPrefix(line); err == nil {
		text = line[len(quoted):]
		name, _ = strconv.Unquote(quoted)
	} else if line[0] == '"' {
		return "", "", fmt.Errorf("the quotes are not closed: %q", line)
	}
	text = strings.TrimSpace(text)
	if strings.HasPrefix(text, `"`) {
		unquoted, err := strconv.Unquote(text)
		if err != nil {
			return "", "", fmt.Errorf("not one text in quotes: %q", text)
		}
		text = unquoted
	}
	return name, text, nil
}
