package main

import (
	"strings"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// A ClusterOverridePolicy that replaces the registry of all images in containers.
type overridePolicy struct {
	Spec struct {
		OverrideRules []struct {
			Overriders struct {
				ImageOverrider []struct {
					Value string `yaml:"value"`
				} `yaml:"imageOverrider"`
			} `yaml:"overriders"`
		} `yaml:"overrideRules"`
	} `yaml:"spec"`
}

func replaceRegistry(config *yaml.RNode) (edit, error) {
	var asked overridePolicy
	if err := yaml.Unmarshal([]byte(config.MustString()), &asked); err != nil {
		return nil, err
	}
	registry := asked.Spec.OverrideRules[0].Overriders.ImageOverrider[0].Value
	return func(item *yaml.RNode) error {
		if item.GetKind() != "Deployment" {
			return nil
		}
		containers, err := item.Pipe(yaml.Lookup("spec", "template", "spec", "containers"))
		if err != nil || containers == nil {
			return err
		}
		return containers.VisitElements(func(container *yaml.RNode) error {
			image, err := container.Pipe(yaml.Lookup("image"))
			if err == nil && image != nil {
				image.YNode().Value = registry + "/" + repositoryOf(image.YNode().Value)
			}
			return err
		})
	}, nil
}

// The first segment is a registry if it looks like a host.
func repositoryOf(image string) string {
	first, rest, isPath := strings.Cut(image, "/")
	if isPath && (strings.ContainsAny(first, ".:") || first == "localhost") {
		return rest
	}
	return image
}
