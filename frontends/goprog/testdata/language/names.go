package language

import (
	"fmt"
	"reflect"
)

type both[A, B any] struct {
	a A
	b B
}

type named string

type maker[T any] func(T) []T

type listed[K comparable] = map[K]both[K, error]

type withUnexported interface {
	fmt.Stringer
	m(int) (a, b error)
}

// TypeNames checks how types are written.
func TypeNames() {
	const path = "dporbench/frontends/goprog/testdata/language."
	type local struct{ y int }
	for want, v := range map[string]any{
		"language.both[int," + path + "named]":                                    both[int, named]{},
		"*language.both[*" + path + "local·2,map[" + path + "named]interface {}]": &both[*local, map[named]any]{},
		"language.maker[" + path + "both[int32,uint8]]":                           maker[both[rune, byte]](nil),
		"map[string]language.both[string,error]":                                  listed[string]{},
		"language.both[struct { " + path + "a int; B " + path + "named },func(int, ...string) error]": both[struct {
			a int
			B named
		}, func(x int, more ...string) (err error)]{},
		"*struct { *language.local; error; x int \"t:\\\"u\\\"\" }": (*struct {
			*local
			error
			x int `t:"u"`
		})(nil),
		"*interface { String() string; Z(); language.m(int) (error, error) }": (*interface {
			withUnexported
			Z()
		})(nil),
		"language.both[interface { " + path + "m() },<-chan <-chan int]": both[interface{ m() }, <-chan (<-chan int)]{},
		"chan (<-chan int)":                    make(chan (<-chan int)),
		"func(func(int) bool, []interface {})": func(func(int) bool, []any) {},
		"map[[2]language.local]*struct {}":     map[[2]local]*struct{}{},
	} {
		check(fmt.Sprintf("%T", v) == want, fmt.Sprintf("%T is %s", v, want))
		check(reflect.TypeOf(v).String() == want, want+" by reflection")
	}
	check(reflect.TypeOf(both[int, named]{}).Name() == "both[int,"+path+"named]", "name with arguments")
	check(thrown(func() { _ = any(both[int, named]{}).(both[int, string]) }) ==
		"interface conversion: interface {} is language.both[int,"+path+"named], not language.both[int,string]", "in messages")
}
