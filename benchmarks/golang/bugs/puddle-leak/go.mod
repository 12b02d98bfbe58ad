module bugs/puddle-leak

go 1.26.0

require github.com/jackc/puddle/v2 v2.1.2

require (
	go.uber.org/atomic v1.10.0 // indirect
	golang.org/x/sync v0.0.0-20220923202941-7f9b1623fab7 // indirect
)
