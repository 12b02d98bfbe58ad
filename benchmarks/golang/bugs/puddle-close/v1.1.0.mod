module bugs/puddle-close

go 1.26.0

require github.com/jackc/puddle v1.1.0
