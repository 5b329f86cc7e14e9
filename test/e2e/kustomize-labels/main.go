// Command kustomize-labels is kustomize's LabelTransformer as an executable KRM function: configuration, fields and
// YAML are kustomize's own.
package main

import (
	"os"

	"sigs.k8s.io/kustomize/api/filters/labels"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/fn/framework"
	"sigs.k8s.io/kustomize/kyaml/fn/framework/command"
	"sigs.k8s.io/kustomize/kyaml/kio"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

type labelTransformer struct {
	Labels     map[string]string `yaml:"labels"`
	FieldSpecs types.FsSlice     `yaml:"fieldSpecs"`
}

func main() {
	config := &labelTransformer{}
	filter := kio.FilterFunc(func(nodes []*yaml.RNode) ([]*yaml.RNode, error) {
		return labels.Filter{Labels: config.Labels, FsSlice: config.FieldSpecs}.Filter(nodes)
	})
	processor := framework.SimpleProcessor{Config: config, Filter: filter}
	if err := command.Build(processor, command.StandaloneDisabled, false).Execute(); err != nil {
		os.Exit(1)
	}
}
