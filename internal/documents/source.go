package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
)

// source is the text of a file or, if names follow, of its declarations of
// these names, with their comments; a method is named as Type.Method.
func source(words []string) (string, error) {
	if len(words) == 0 || !filepath.IsLocal(words[0]) {
		return "", errors.New("must be cat PATH, within the project")
	}
	path, names := words[0], words[1:]
	text, err := os.ReadFile(path)
	if err != nil || len(names) == 0 {
		return string(text), err
	}
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return "", err
	}
	pieces := make([]string, len(names))
	for i, name := range names {
		from, to, ok := declaration(file, name)
		if !ok {
			return "", fmt.Errorf("%s does not declare %s", path, name)
		}
		pieces[i] = string(text[files.Position(from).Offset:files.Position(to).Offset]) + "\n"
	}
	return strings.Join(pieces, "\n"), nil
}

// declaration is where the declaration of a name begins and ends.
func declaration(file *ast.File, name string) (from, to token.Pos, ok bool) {
	for _, d := range file.Decls {
		if !declares(d, name) {
			continue
		}
		from = d.Pos()
		if doc := comment(d); doc != nil {
			from = doc.Pos()
		}
		return from, d.End(), true
	}
	return 0, 0, false
}

func comment(d ast.Decl) *ast.CommentGroup {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return d.Doc
	case *ast.GenDecl:
		return d.Doc
	}
	return nil
}

func declares(d ast.Decl, name string) bool {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return receiver(d)+d.Name.Name == name
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.TypeSpec:
				if s.Name.Name == name {
					return true
				}
			case *ast.ValueSpec:
				for _, n := range s.Names {
					if n.Name == name {
						return true
					}
				}
			}
		}
	}
	return false
}

// receiver is "Type." of a method.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	t := f.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if generic, ok := t.(*ast.IndexExpr); ok {
		t = generic.X
	}
	if name, ok := t.(*ast.Ident); ok {
		return name.Name + "."
	}
	return ""
}
