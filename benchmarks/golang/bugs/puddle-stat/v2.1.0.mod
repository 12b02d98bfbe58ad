module bugs/puddle-stat

go 1.26.0

require github.com/jackc/puddle/v2 v2.1.0

require golang.org/x/sync v0.0.0-20220923202941-7f9b1623fab7 // indirect
