module bugs/pond-waiter

go 1.26

require github.com/alitto/pond/v2 v2.3.3
