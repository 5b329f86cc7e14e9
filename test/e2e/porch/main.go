// Command porch stands in for the server that Porch starts in a function's image. Its arguments are the image's
// ENTRYPOINT, which it runs once for each call. Calls come on stdin and answers go to stdout, each as JSON on a line;
// what comes while another call is under way runs beside it. It ends where stdin does.
//
// As that server does, it takes stdout for a ResourceList whatever the exit code is, and refuses what is longer than a
// message of Porch's may be.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"

	"sigs.k8s.io/kustomize/kyaml/fn/framework"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// The default of Porch's --max-request-body-size.
const maxMessageSize = 6 * 1024 * 1024

type call struct {
	ID           int
	ResourceList []byte
}

type answer struct {
	ID       int
	Pid      int
	ExitCode int
	Stdout   []byte
	Stderr   []byte
	// What the results on stdout say, as Go's framework for functions shows them.
	Results string
	// What is wrong with stdout, or with the call.
	Error string
}

func main() {
	calls := json.NewDecoder(bufio.NewReader(os.Stdin))
	answers := json.NewEncoder(os.Stdout)
	var writing sync.Mutex
	var running sync.WaitGroup
	for {
		var c call
		if err := calls.Decode(&c); err != nil {
			if !errors.Is(err, io.EOF) {
				fmt.Fprintln(os.Stderr, err)
			}
			break
		}
		running.Go(func() {
			a := evaluate(c)
			writing.Lock()
			defer writing.Unlock()
			if err := answers.Encode(a); err != nil {
				fmt.Fprintln(os.Stderr, err)
			}
		})
	}
	running.Wait()
}

func evaluate(c call) answer {
	if len(c.ResourceList) > maxMessageSize {
		return answer{ID: c.ID, Error: "the request is longer than a message may be"}
	}
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(os.Args[1], os.Args[2:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(c.ResourceList), &stdout, &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		return answer{ID: c.ID, Error: err.Error()}
	}
	a := answer{ID: c.ID, Pid: cmd.ProcessState.Pid(), ExitCode: cmd.ProcessState.ExitCode(), Stdout: stdout.Bytes(), Stderr: stderr.Bytes()}
	results, err := parseResourceList(stdout.Bytes())
	if err == nil && stdout.Len() > maxMessageSize {
		err = errors.New("the answer is longer than a message may be")
	}
	if err != nil {
		a.Error = err.Error()
	}
	a.Results = results.Error()
	return a
}

// The one document that stdout must be.
func parseResourceList(stdout []byte) (framework.Results, error) {
	var list struct {
		APIVersion     string            `yaml:"apiVersion"`
		Kind           string            `yaml:"kind"`
		Items          []map[string]any  `yaml:"items"`
		FunctionConfig map[string]any    `yaml:"functionConfig"`
		Results        framework.Results `yaml:"results"`
	}
	decoder := yaml.NewDecoder(bytes.NewReader(stdout))
	decoder.KnownFields(true)
	if err := decoder.Decode(&list); err != nil {
		return nil, err
	}
	if err := decoder.Decode(new(any)); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("something follows the ResourceList: %v", err)
	}
	if list.Kind != "ResourceList" || !strings.HasPrefix(list.APIVersion, "config.kubernetes.io/") {
		return nil, fmt.Errorf("it is a %s of %s", list.Kind, list.APIVersion)
	}
	for i, item := range list.Items {
		if item["apiVersion"] == nil || item["kind"] == nil {
			return nil, fmt.Errorf("items[%d] is no resource", i)
		}
	}
	return list.Results, nil
}
