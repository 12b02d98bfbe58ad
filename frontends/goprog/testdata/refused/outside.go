package refused

import "os"

// OtherFile reads a file outside of the folder of its package.
func OtherFile() { _, _ = os.ReadFile("../files/files.go") }
