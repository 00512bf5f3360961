package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	logsapi "k8s.io/component-base/logs/api/v1"
	external "k8s.io/kubelet/config/v1beta1"
)

type fieldFact struct {
	// An item of a list is `list[]`, a value of a map `map{}`.
	Path    string `json:"path"`
	Type    string `json:"type"`
	Pointer bool   `json:"pointer,omitempty"`
	// Its tag has no omitempty.
	Written bool `json:"written,omitempty"`
	// Where a string with a type of its own is declared, and its name there.
	Package string `json:"package,omitempty"`
	Name    string `json:"name,omitempty"`
}

// Types that decode from JSON in a way of their own.
var special = map[reflect.Type]string{
	reflect.TypeFor[metav1.Duration]():            "duration",
	reflect.TypeFor[metav1.Time]():                "time",
	reflect.TypeFor[resource.Quantity]():          "quantity",
	reflect.TypeFor[resource.QuantityValue]():     "quantity",
	reflect.TypeFor[logsapi.TimeOrMetaDuration](): "flush",
}

var scalars = map[reflect.Kind]string{
	reflect.Bool:    "bool",
	reflect.Int32:   "int32",
	reflect.Int64:   "int64",
	reflect.Uint32:  "uint32",
	reflect.Float64: "float64",
	reflect.String:  "string",
}

func fields() []fieldFact {
	return below("", reflect.TypeFor[external.KubeletConfiguration]())
}

// The fields of a struct, in their order; those of an embedded struct are its own.
func below(path string, of reflect.Type) (all []fieldFact) {
	for index := range of.NumField() {
		field := of.Field(index)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "-" || !field.IsExported():
		case name == "" && (field.Anonymous || strings.Contains(options, "inline")):
			all = append(all, below(path, field.Type)...)
		case name == "":
			panic(fmt.Sprintf("%s.%s has no name in JSON", of, field.Name))
		default:
			facts := at(strings.TrimPrefix(path+"."+name, "."), field.Type)
			facts[0].Written = !slices.Contains(strings.Split(options, ","), "omitempty")
			all = append(all, facts...)
		}
	}
	return all
}

func at(path string, of reflect.Type) []fieldFact {
	fact := fieldFact{Path: path}
	if of.Kind() == reflect.Pointer {
		fact.Pointer, of = true, of.Elem()
	}
	if kind, is := special[of]; is {
		fact.Type = kind
		return []fieldFact{fact}
	}
	switch of.Kind() {
	case reflect.Struct:
		fact.Type = "struct"
		return append([]fieldFact{fact}, below(path, of)...)
	case reflect.Slice:
		fact.Type = "list"
		return append([]fieldFact{fact}, at(path+"[]", of.Elem())...)
	case reflect.Map:
		fact.Type = "map"
		return append([]fieldFact{fact}, at(path+"{}", of.Elem())...)
	}
	kind, is := scalars[of.Kind()]
	if !is {
		panic(fmt.Sprintf("%s has an unknown type: %s", path, of))
	}
	fact.Type = kind
	if kind == "string" && of.PkgPath() != "" {
		fact.Package, fact.Name = of.PkgPath(), of.Name()
	}
	return []fieldFact{fact}
}
