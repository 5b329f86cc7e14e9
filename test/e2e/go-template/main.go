// Executes templates with the real text/template: reads one JSON value for each on stdin, and writes one with its
// outcome on stdout.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"text/template"
)

type request struct {
	Name, Template, DataKind, Option string
	Data                             json.RawMessage
}

// Bytes need not be UTF-8; JSON encodes them in base64.
type result struct {
	Phase         string `json:"phase"`
	Output, Error []byte
}

func main() {
	in := json.NewDecoder(bufio.NewReader(os.Stdin))
	buffered := bufio.NewWriter(os.Stdout)
	defer buffered.Flush()
	out := json.NewEncoder(buffered)
	for {
		var asked request
		if err := in.Decode(&asked); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			panic(err)
		}
		if err := out.Encode(answer(asked)); err != nil {
			panic(err)
		}
	}
}

func answer(asked request) (answered result) {
	defer func() {
		if problem := recover(); problem != nil {
			answered = result{Phase: "panic", Error: []byte(fmt.Sprint(problem))}
		}
	}()
	parsed, err := template.New(asked.Name).Option(asked.Option).Parse(asked.Template)
	if err != nil {
		return result{Phase: "parse", Error: []byte(err.Error())}
	}
	var output bytes.Buffer
	if err := parsed.Execute(&output, decode(asked)); err != nil {
		return result{Phase: "exec", Output: output.Bytes(), Error: []byte(err.Error())}
	}
	return result{Output: output.Bytes()}
}

func decode(asked request) any {
	if asked.DataKind == "map[string]string" {
		data := map[string]string{}
		must(json.Unmarshal(asked.Data, &data))
		return data
	}
	var data any
	must(json.Unmarshal(asked.Data, &data))
	return clipped(data)
}

// The spare capacity of a slice depends on how it was made, and slicing reveals it: here, there is none.
func clipped(data any) any {
	switch data := data.(type) {
	case map[string]any:
		for key, value := range data {
			data[key] = clipped(value)
		}
	case []any:
		for index, value := range data {
			data[index] = clipped(value)
		}
		return slices.Clip(data)
	}
	return data
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
