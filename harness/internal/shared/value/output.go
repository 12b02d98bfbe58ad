package value

import "dporbench/internal/files"

// Output is the name of a file to write, or - for standard output. A file that cannot be written is refused when the command
// line is read, before anything is explored.
func Output(target *string) Value[string] {
	return Parsed(target, "FILE", func(path string) (string, error) {
		if path == "" || path == "-" {
			return path, nil
		}
		return path, files.Writable(path)
	}, func(path string) string { return path })
}
