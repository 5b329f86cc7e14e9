package main

import (
	"strings"
	"text/template"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// Asks for template expansion where it is "true".
const askingAnnotation = "control.kubestellar.io/expand-templates"

type templateExpansion struct {
	Spec struct {
		ClusterName string            `yaml:"clusterName"`
		Properties  map[string]string `yaml:"properties"`
	} `yaml:"spec"`
}

func expand(config *yaml.RNode) (edit, error) {
	var asked templateExpansion
	if err := yaml.Unmarshal([]byte(config.MustString()), &asked); err != nil {
		return nil, err
	}
	properties := map[string]string{"clusterName": asked.Spec.ClusterName}
	for name, value := range asked.Spec.Properties {
		properties[name] = value
	}
	return func(item *yaml.RNode) error {
		if item.GetAnnotations(askingAnnotation)[askingAnnotation] != "true" {
			return nil
		}
		if err := expandStrings(item.YNode(), item.GetName(), properties); err != nil {
			return err
		}
		return item.PipeE(yaml.ClearAnnotation(askingAnnotation))
	}, nil
}

// Every value below a node that has a template in it; keys are none.
func expandStrings(node *yaml.Node, name string, properties map[string]string) error {
	if node.Kind == yaml.ScalarNode {
		return expandString(node, name, properties)
	}
	for i, child := range node.Content {
		if node.Kind == yaml.MappingNode && i%2 == 0 {
			continue
		}
		if err := expandStrings(child, name, properties); err != nil {
			return err
		}
	}
	return nil
}

func expandString(node *yaml.Node, name string, properties map[string]string) error {
	if !strings.Contains(node.Value, "{{") {
		return nil
	}
	parsed, err := template.New(name).Option("missingkey=error").Parse(node.Value)
	if err != nil {
		return err
	}
	var text strings.Builder
	err = parsed.Execute(&text, properties)
	node.Value = text.String()
	return err
}
