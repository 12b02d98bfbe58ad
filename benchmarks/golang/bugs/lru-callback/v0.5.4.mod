module bugs/lru-callback

go 1.26.0

require github.com/hashicorp/golang-lru v0.5.4
