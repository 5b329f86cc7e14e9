// Reads KRMFunctionDefinitions with function configs, a JSON object on a line each, and prints what kyaml makes of each:
// "fits", or an error.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"k8s.io/kube-openapi/pkg/validation/spec"
	"sigs.k8s.io/kustomize/kyaml/fn/framework"
	"sigs.k8s.io/kustomize/kyaml/resid"
	"sigs.k8s.io/kustomize/kyaml/yaml"
	k8syaml "sigs.k8s.io/yaml"
)

type question struct {
	// Text of a KRMFunctionDefinition.
	Definition string `json:"definition"`
	// Text of a function config.
	Config string `json:"config"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		if err := check(asked); err != nil {
			fmt.Printf("error: %q\n", err.Error())
			continue
		}
		fmt.Println("fits")
	}
}

// Validates as a function over kyaml's framework does.
func check(asked question) error {
	var definition framework.KRMFunctionDefinition
	if err := k8syaml.UnmarshalStrict([]byte(asked.Definition), &definition); err != nil {
		return fmt.Errorf("definition: %w", err)
	}
	if definition.Kind != framework.FunctionDefinitionKind || definition.APIVersion != framework.FunctionDefinitionGroupVersion {
		return fmt.Errorf("definition: %s of %s", definition.Kind, definition.APIVersion)
	}
	config, err := yaml.Parse(asked.Config)
	if err != nil {
		return err
	}
	schema, err := framework.SchemaFromFunctionDefinition(resid.GvkFromNode(config), asked.Definition)
	if err != nil {
		return err
	}
	return framework.LoadFunctionConfig(config, &anyConfig{schema: schema})
}

// A config that keeps nothing of what it is.
type anyConfig struct {
	schema *spec.Schema
}

func (config *anyConfig) Schema() (*spec.Schema, error) { return config.schema, nil }

func (config *anyConfig) UnmarshalJSON([]byte) error { return nil }
