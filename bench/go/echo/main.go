// Copies stdin to stdout, the function that costs least. With a path as argument, the input is also written there.
package main

import (
	"fmt"
	"io"
	"os"
)

func main() {
	input, err := io.ReadAll(os.Stdin)
	if err == nil && len(os.Args) > 1 {
		err = os.WriteFile(os.Args[1], input, 0o644)
	}
	if err == nil {
		_, err = os.Stdout.Write(input)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
