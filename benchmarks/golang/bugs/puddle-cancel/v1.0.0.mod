module bugs/puddle-cancel

go 1.26.0

require github.com/jackc/puddle v1.0.0
