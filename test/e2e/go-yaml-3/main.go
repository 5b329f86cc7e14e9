// Reads YAML texts, each a JSON string on a line, and prints what go-yaml v3, the reader of kpt, makes of each: its JSON, or
// an error.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"go.yaml.in/yaml/v3"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var text string
		if err := json.Unmarshal(lines.Bytes(), &text); err != nil {
			panic(err)
		}
		fmt.Println(read(text))
	}
}

func read(text string) string {
	var value any
	if err := yaml.Unmarshal([]byte(text), &value); err != nil {
		return fmt.Sprintf("error: %q", err.Error())
	}
	result, err := json.Marshal(value)
	if err != nil {
		return fmt.Sprintf("error: %q", err.Error())
	}
	return string(result)
}
