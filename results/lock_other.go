//go:build !unix

package results

import "os"

func lock(*os.File) error { return nil }
