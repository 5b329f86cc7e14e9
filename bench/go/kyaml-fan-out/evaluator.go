package main

import (
	"reflect"

	"github.com/google/cel-go/cel"
)

// Evaluates expressions in the environment that Porch builds for them, with the version of cel-go that it links. It is
// kinder than Porch: an expression is compiled once, which Porch does, environment and all, for each target again.
type evaluator struct {
	environment *cel.Env
	programs    map[string]cel.Program
}

func newEvaluator() (*evaluator, error) {
	environment, err := cel.NewEnv(
		cel.HomogeneousAggregateLiterals(),
		cel.EagerlyValidateDeclarations(true),
		cel.DefaultUTCTimeZone(true),
		cel.Variable("repoDefault", cel.StringType),
		cel.Variable("packageDefault", cel.StringType),
		cel.Variable("upstream", cel.DynType),
		cel.Variable("target", cel.DynType),
		cel.Variable("repository", cel.DynType),
	)
	return &evaluator{environment, map[string]cel.Program{}}, err
}

func (e *evaluator) evaluate(expr string, bindings map[string]any) (string, error) {
	program, err := e.program(expr)
	if err != nil {
		return "", err
	}
	value, _, err := program.Eval(bindings)
	if err != nil {
		return "", err
	}
	text, err := value.ConvertToNative(reflect.TypeFor[string]())
	if err != nil {
		return "", err
	}
	return text.(string), nil
}

func (e *evaluator) program(expr string) (cel.Program, error) {
	if known, isKnown := e.programs[expr]; isKnown {
		return known, nil
	}
	tree, issues := e.environment.Compile(expr)
	if issues.Err() != nil {
		return nil, issues.Err()
	}
	program, err := e.environment.Program(tree, cel.EvalOptions(cel.OptOptimize))
	e.programs[expr] = program
	return program, err
}
