// Evaluates expressions with the real cel-go in the environment that Porch builds: reads one JSON value for each on
// stdin, and writes one with its outcome on stdout.
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
)

type request struct {
	Expr   string
	Inputs map[string]any
}

type result struct {
	Phase  string `json:"phase"`
	Output string `json:"output"`
	Error  string `json:"error"`
}

func main() {
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

func answer(env *cel.Env, asked request) result {
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

func try(env *cel.Env, asked request) (answered result) {
	defer func() {
		if problem := recover(); problem != nil {
			answered = result{Phase: "panic", Error: fmt.Sprint(problem)}
		}
	}()
	ast, issues := env.Compile(asked.Expr)
	if issues.Err() != nil {
		return result{Phase: "compile", Error: issues.Err().Error()}
	}
	program, err := env.Program(ast, cel.EvalOptions(cel.OptOptimize))
	if err != nil {
		return result{Phase: "compile", Error: err.Error()}
	}
	value, _, err := program.Eval(asked.Inputs)
	if err != nil {
		return result{Phase: "eval", Error: err.Error()}
	}
	text, err := value.ConvertToNative(reflect.TypeOf(""))
	if err != nil {
		return result{Phase: "convert", Error: err.Error()}
	}
	return result{Output: text.(string)}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
