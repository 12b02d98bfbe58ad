// Package algostest is the conformance kit that every explorer passes: an
// explorer is compared with the oracle, class by class, on small programs, and
// held to what its entry in the catalog promises.
package algostest
