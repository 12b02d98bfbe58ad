package front

import "dporbench/model/origin"

// MadeFrom, for translators, names the files that were read to make p, for what outlives the process. A program made by
// Go code alone has none: it is identified by the build.
func (p *Program) MadeFrom(files origin.Files) { p.origin = files }

// Origin returns the files given to MadeFrom.
func (p *Program) Origin() origin.Files { return p.origin }
