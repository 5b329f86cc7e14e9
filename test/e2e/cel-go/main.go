// Evaluates expressions with the real cel-go in the environment that Porch builds, or with the argument `kpt` in that of
// kpt: reads one JSON value for each on stdin, and writes one with its outcome on stdout.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/common/types"
	"github.com/google/cel-go/ext"
	"gopkg.in/yaml.v3"
)

type request struct {
	Expr   string
	Inputs map[string]any
	// Documents of the resources, in YAML.
	Resources []string
}

type result struct {
	Phase  string `json:"phase"`
	Output string `json:"output"`
	Error  string `json:"error"`
}

// How a user of cel-go builds its environment, and takes the value of an expression.
type user struct {
	env     *cel.Env
	options []cel.ProgramOption
	// Wanted type of the expression; nil for any.
	wanted *types.Type
}

func porch() user {
	env, err := cel.NewEnv(
		cel.HomogeneousAggregateLiterals(),
		cel.EagerlyValidateDeclarations(true),
		cel.DefaultUTCTimeZone(true),
		cel.Variable("repoDefault", cel.StringType),
		cel.Variable("packageDefault", cel.StringType),
		cel.Variable("upstream", cel.DynType),
		cel.Variable("target", cel.DynType),
		cel.Variable("repository", cel.DynType),
	)
	must(err)
	return user{env: env, options: []cel.ProgramOption{cel.EvalOptions(cel.OptOptimize)}}
}

func kpt() user {
	env, err := cel.NewEnv(
		cel.HomogeneousAggregateLiterals(),
		cel.DefaultUTCTimeZone(true),
		cel.CrossTypeNumericComparisons(true),
		cel.OptionalTypes(),
		ext.Strings(ext.StringsVersion(2)),
		ext.Sets(),
		ext.TwoVarComprehensions(),
		ext.Lists(ext.ListsVersion(3)),
		cel.Variable("resources", cel.ListType(cel.DynType)),
	)
	must(err)
	limits := []cel.ProgramOption{cel.CostLimit(1_000_000), cel.InterruptCheckFrequency(100)}
	return user{env: env, options: limits, wanted: cel.BoolType}
}

func main() {
	env := porch()
	if len(os.Args) > 1 && os.Args[1] == "kpt" {
		env = kpt()
	}
	in := json.NewDecoder(bufio.NewReader(os.Stdin))
	buffered := bufio.NewWriter(os.Stdout)
	defer buffered.Flush()
	out := json.NewEncoder(buffered)
	for {
		var asked request
		if err := in.Decode(&asked); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			panic(err)
		}
		must(out.Encode(answer(env, asked)))
	}
}

// Go iterates over a map in a different order each time: a result that depends on it is not an outcome.
const tries = 8

func answer(env user, asked request) result {
	first := try(env, asked)
	if first.Phase == "compile" {
		return first
	}
	for range tries {
		if again := try(env, asked); again.Phase != first.Phase || again.Output != first.Output {
			return result{Phase: "unstable"}
		}
	}
	return first
}

func try(by user, asked request) (answered result) {
	defer func() {
		if problem := recover(); problem != nil {
			answered = result{Phase: "panic", Error: fmt.Sprint(problem)}
		}
	}()
	ast, issues := by.env.Compile(asked.Expr)
	if issues.Err() != nil {
		return result{Phase: "compile", Error: issues.Err().Error()}
	}
	if by.wanted != nil && ast.OutputType() != by.wanted {
		return result{Phase: "compile", Error: "the type is " + ast.OutputType().String()}
	}
	program, err := by.env.Program(ast, by.options...)
	if err != nil {
		return result{Phase: "compile", Error: err.Error()}
	}
	inputs := asked.Inputs
	if by.wanted != nil {
		inputs = map[string]any{"resources": decoded(asked.Resources)}
	}
	value, _, err := program.Eval(inputs)
	if err != nil {
		return result{Phase: "eval", Error: err.Error()}
	}
	if by.wanted != nil {
		if value.Type() != by.wanted {
			return result{Phase: "eval", Error: "the value is of type " + value.Type().TypeName()}
		}
		return result{Output: fmt.Sprint(value.Value())}
	}
	text, err := value.ConvertToNative(reflect.TypeOf(""))
	if err != nil {
		return result{Phase: "convert", Error: err.Error()}
	}
	return result{Output: text.(string)}
}

func decoded(documents []string) []any {
	resources := []any{}
	for _, document := range documents {
		var resource map[string]any
		must(yaml.Unmarshal([]byte(document), &resource))
		resources = append(resources, resource)
	}
	return resources
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
