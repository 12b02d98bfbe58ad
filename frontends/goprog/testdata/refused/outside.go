package refused

import (
	"os"
	"time"
)

// OtherFile reads a file outside of the folder of its package.
func OtherFile() { _, _ = os.ReadFile("../files/files.go") }

func Zone() { _, _ = time.LoadLocation("Europe/Berlin") }
