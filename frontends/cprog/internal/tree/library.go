package tree

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/model"

	"modernc.org/cc/v4"
)

// libraryTypes are the types of pthread.h as the machine uses them, whatever their definitions in
// preprocessed files: by name, and by the tags of structs that glibc has in them.
var libraryTypes = map[string]code.Layout{
	"pthread_mutex_t": mutex, "__cprog_mutex": mutex, "__pthread_mutex_s": mutex,
	"pthread_cond_t": condition, "__pthread_cond_s": condition,
	"pthread_barrier_t": {member(0, ".arrived"), member(4, ".participants")},
	"sem_t":             {member(0, ".permits"), member(4, ".turns"), member(8, ".destroyed")},
	"__cprog_semaphore": {member(0, ".permits"), member(4, ".turns"), member(8, ".destroyed")}, // the same, for library.h
	"pthread_rwlock_t":  readWriteLock, "__pthread_rwlock_arch_t": readWriteLock,
}

var (
	mutex         = code.Layout{{T: model.Int32, Role: code.AMutex}}
	condition     = code.Layout{member(0, ".begun"), member(4, ".woken")}
	readWriteLock = code.Layout{member(0, ".holders")}
)

func member(offset int64, name string) code.Leaf {
	return code.Leaf{Offset: offset, T: model.Int32, Role: code.OfLibrary, Name: name}
}

// ofLibrary returns the layout of t if it is a type of the library, or nil.
func ofLibrary(t cc.Type) code.Layout {
	if d := t.Typedef(); d != nil && IsRecord(t) && libraryTypes[d.Name()] != nil {
		return libraryTypes[d.Name()]
	}
	switch x := t.(type) {
	case *cc.StructType:
		tag := x.Tag()
		return libraryTypes[tag.SrcStr()]
	case *cc.UnionType:
		if f := x.FieldByIndex(0); x.NumFields() > 0 && f != nil && IsRecord(f.Type()) {
			return ofLibrary(f.Type())
		}
	}
	return nil
}

// IsMutex reports whether t is a mutex.
func IsMutex(t cc.Type) bool {
	l := ofLibrary(t)
	return l != nil && l[0].Role == code.AMutex
}
