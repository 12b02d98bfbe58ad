module golang

go 1.26.0

require (
	github.com/hashicorp/golang-lru/v2 v2.0.7
	golang.org/x/sync v0.24.0
)
