module bugs/clock-now

go 1.26

require github.com/benbjohnson/clock v1.3.4
