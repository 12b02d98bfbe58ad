module bugs/batcher

go 1.26.0

require github.com/eapache/go-resiliency v1.6.0
