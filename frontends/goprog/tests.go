package goprog

import "dporbench/frontends/goprog/internal/loading"

// Tests are the functions of one package to be explored: TestX(t *testing.T), FuzzX(f *testing.F), and ExploreX() or
// ExploreX(t *testing.T).
type Tests = loading.Tests

// FindTests finds the tests of the packages that patterns of the go command name, such as ./... in a folder.
func FindTests(folder string, patterns ...string) ([]Tests, error) {
	return loading.FindTests(folder, patterns...)
}

// Fingerprint returns the fingerprint of the tests of the package that a pattern names.
func Fingerprint(folder, pattern string) (string, error) { return loading.Fingerprint(folder, pattern) }
