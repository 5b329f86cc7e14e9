// The jobs of the benchmark as a function over kyaml, in the way of the functions in kpt's catalog. A ConfigMap as function
// config asks for an annotation, on every resource or on one; a FieldOverride for an edit of text in a field; a
// StripTransform for the removal of what a cluster adds; a TemplateExpansion for templates in strings; a
// ClusterOverridePolicy for the registry of images.
package main

import (
	"fmt"
	"os"
	"strings"

	"sigs.k8s.io/kustomize/kyaml/fn/framework"
	"sigs.k8s.io/kustomize/kyaml/kio"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

func main() {
	list := &kio.ByteReadWriter{Reader: os.Stdin, Writer: os.Stdout, KeepReaderAnnotations: true}
	if err := framework.Execute(framework.ResourceListProcessorFunc(process), list); err != nil {
		os.Exit(1)
	}
}

func process(list *framework.ResourceList) error {
	edit, err := editOf(list.FunctionConfig)
	if err != nil {
		return err
	}
	for _, item := range list.Items {
		if err := edit(item); err != nil {
			return err
		}
	}
	return nil
}

type edit func(item *yaml.RNode) error

func editOf(config *yaml.RNode) (edit, error) {
	switch config.GetKind() {
	case "ConfigMap":
		return annotate(config.GetDataMap()), nil
	case "FieldOverride":
		return override(config)
	case "StripTransform":
		return strip, nil
	case "TemplateExpansion":
		return expand(config)
	case "ClusterOverridePolicy":
		return replaceRegistry(config)
	default:
		return nil, fmt.Errorf("kind %q is no configuration", config.GetKind())
	}
}

func annotate(asked map[string]string) edit {
	return func(item *yaml.RNode) error {
		if name := asked["name"]; name != "" && (item.GetKind() != asked["kind"] || item.GetName() != name) {
			return nil
		}
		return item.PipeE(yaml.SetAnnotation(asked["annotation"], asked["value"]))
	}
}

// A FieldOverride that replaces one value in the YAML text of one field of `data`, in every ConfigMap.
type fieldOverride struct {
	Spec struct {
		FieldOverrider []struct {
			FieldPath string `yaml:"fieldPath"`
			YAML      []struct {
				SubPath string `yaml:"subPath"`
				Value   string `yaml:"value"`
			} `yaml:"yaml"`
		} `yaml:"fieldOverrider"`
	} `yaml:"spec"`
}

func override(config *yaml.RNode) (edit, error) {
	var asked fieldOverride
	if err := yaml.Unmarshal([]byte(config.MustString()), &asked); err != nil {
		return nil, err
	}
	entry := asked.Spec.FieldOverrider[0]
	key := strings.TrimPrefix(entry.FieldPath, "/data/")
	path := strings.Split(strings.TrimPrefix(entry.YAML[0].SubPath, "/"), "/")
	return func(item *yaml.RNode) error {
		if item.GetKind() != "ConfigMap" {
			return nil
		}
		return editText(item, key, func(document *yaml.RNode) error {
			field, err := document.Pipe(yaml.Lookup(path...))
			if err == nil && field != nil {
				field.YNode().Value = entry.YAML[0].Value
			}
			return err
		})
	}, nil
}

func editText(item *yaml.RNode, key string, act edit) error {
	field, err := item.Pipe(yaml.Lookup("data", key))
	if err != nil || field == nil {
		return err
	}
	document, err := yaml.Parse(field.YNode().Value)
	if err != nil {
		return err
	}
	if err := act(document); err != nil {
		return err
	}
	text, err := document.String()
	field.YNode().Value = text
	return err
}
