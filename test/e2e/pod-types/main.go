// Called with `fields`, prints the fields of the types of Kubernetes that a PodPreset has lists of, each as JSON on a line.
// Called with `quantities`, reads JSON values, each on a line, and prints what each is as a quantity, and what is left of
// it in a list of resources; or `invalid`.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"

	core "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
)

type field struct {
	List    string
	Path    string
	Kind    string
	Pointer bool
}

func main() {
	if os.Args[1] == "fields" {
		printFields("env", "", reflect.TypeFor[core.EnvVar]())
		printFields("envFrom", "", reflect.TypeFor[core.EnvFromSource]())
		printFields("volumes", "", reflect.TypeFor[core.Volume]())
		printFields("volumeMounts", "", reflect.TypeFor[core.VolumeMount]())
		return
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		printQuantity(lines.Bytes())
	}
}

func printFields(list, path string, of reflect.Type) {
	for i := range of.NumField() {
		name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
		kind := of.Field(i).Type
		if name == "" {
			printFields(list, path, kind)
			continue
		}
		printField(list, path+"/"+name, kind)
	}
}

func printField(list, path string, of reflect.Type) {
	isPointer := of.Kind() == reflect.Pointer
	if isPointer {
		of = of.Elem()
	}
	kind := of.Kind().String()
	if of == reflect.TypeFor[resource.Quantity]() {
		kind = "quantity"
	}
	line, err := json.Marshal(field{list, path, kind, isPointer})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(line))
	switch {
	case kind == "struct" && of != reflect.TypeFor[meta.ObjectMeta]():
		printFields(list, path, of)
	case kind == "slice" && of.Elem().Kind() == reflect.Struct:
		printFields(list, path+"/0", of.Elem())
	case kind == "map":
		printField(list, path+"/*", of.Elem())
	}
}

func printQuantity(text []byte) {
	var quantity resource.Quantity
	if err := json.Unmarshal(text, &quantity); err != nil {
		fmt.Println("invalid")
		return
	}
	exact := decimal(quantity)
	quantity.RoundUp(resource.Milli)
	fmt.Println(exact, decimal(quantity))
}

// Digits without zeros at the end, and a power of ten.
func decimal(quantity resource.Quantity) string {
	amount := quantity.AsDec()
	if amount.Sign() == 0 {
		return "0"
	}
	all := amount.UnscaledBig().String()
	digits := strings.TrimRight(all, "0")
	exponent := len(all) - len(digits) - int(amount.Scale())
	if exponent == 0 {
		return digits
	}
	return fmt.Sprintf("%se%d", digits, exponent)
}
