module bugs/ring-lost

go 1.26

require github.com/hedzr/go-ringbuf/v2 v2.2.5

require golang.org/x/sys v0.41.0 // indirect
