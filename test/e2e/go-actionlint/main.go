// Checks workflows of GitHub with actionlint: reads one on each line, as JSON {"name", "text"}, and answers with the
// list of what is wrong.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/rhysd/actionlint"
)

type workflow struct{ Name, Text string }

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var w workflow
		check(json.Unmarshal(lines.Bytes(), &w))
		linter, err := actionlint.NewLinter(io.Discard, &actionlint.LinterOptions{})
		check(err)
		found, err := linter.Lint(w.Name, []byte(w.Text), nil)
		check(err)
		messages := []string{}
		for _, each := range found {
			messages = append(messages, each.Error())
		}
		answer, err := json.Marshal(messages)
		check(err)
		fmt.Println(string(answer))
	}
	check(lines.Err())
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
