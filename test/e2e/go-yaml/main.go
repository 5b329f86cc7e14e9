// Reads YAML texts, each a JSON string on a line, and prints what sigs.k8s.io/yaml makes of each: its JSON, or an error.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"sigs.k8s.io/yaml"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var text string
		if err := json.Unmarshal(lines.Bytes(), &text); err != nil {
			panic(err)
		}
		result, err := yaml.YAMLToJSON([]byte(text))
		if err != nil {
			fmt.Printf("error: %q\n", err.Error())
			continue
		}
		fmt.Printf("%s\n", result)
	}
}
