// Command yq is github.com/mikefarah/yq, in the version that go.mod names.
package main

import (
	"os"

	command "github.com/mikefarah/yq/v4/cmd"
)

func main() {
	yq := command.New()
	// Its own main puts this in, too, where no command is named.
	yq.SetArgs(append([]string{"eval"}, os.Args[1:]...))
	if err := yq.Execute(); err != nil {
		os.Exit(1)
	}
}
