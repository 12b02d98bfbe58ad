module bugs/clockwork-ticker

go 1.26

require github.com/jonboulle/clockwork v0.2.1
