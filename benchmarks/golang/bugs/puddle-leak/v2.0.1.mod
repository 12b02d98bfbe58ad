module bugs/puddle-leak

go 1.26.0

require github.com/jackc/puddle/v2 v2.0.1
