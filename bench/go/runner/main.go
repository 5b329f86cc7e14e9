// Runs commands as whole processes, in rounds, so that a busy moment of the machine meets each of them, and prints what
// each run cost. Reads a request as JSON from stdin, and writes one answer a command as JSON to stdout. It reads no input
// itself: what is small here is the least peak memory that it can tell of others.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

type request struct {
	Commands []command `json:"commands"`
	// What a command does in its most rounds, and in its fewest once its runs have taken this many seconds.
	MaxRounds int     `json:"maxRounds"`
	MinRounds int     `json:"minRounds"`
	Seconds   float64 `json:"seconds"`
	// Seconds after which one run is given up.
	Limit float64 `json:"limit"`
}

type command struct {
	Args   []string `json:"args"`
	Stdin  string   `json:"stdin"`
	Stdout string   `json:"stdout"`
	// Folder that the command changes; absent for commands that write no files.
	Folder *folder `json:"folder"`
}

// A folder that is made anew as a copy of another one before each run. This is not measured.
type folder struct {
	From string `json:"from"`
	To   string `json:"to"`
}

type answer struct {
	Runs []run `json:"runs"`
	// Why the command was given up; empty where each run ended well.
	Failure string `json:"failure"`
}

type run struct {
	WallMs float64 `json:"wallMs"`
	// User and system time of the process and the children that it waited for.
	CPUMs float64 `json:"cpuMs"`
	// Peak of the resident memory.
	MaxRSSKiB int64 `json:"maxRssKiB"`
}

func main() {
	var asked request
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		fail(err)
	}
	answers := make([]answer, len(asked.Commands))
	for round := range asked.MaxRounds {
		for i, command := range asked.Commands {
			if answers[i].Failure != "" || isEnough(answers[i], round, asked) {
				continue
			}
			measured, err := measure(command, asked.Limit)
			if err != nil {
				answers[i].Failure = err.Error()
				continue
			}
			answers[i].Runs = append(answers[i].Runs, measured)
		}
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		fail(err)
	}
}

func isEnough(given answer, round int, asked request) bool {
	var total float64
	for _, run := range given.Runs {
		total += run.WallMs
	}
	return round >= asked.MinRounds && total > asked.Seconds*1000
}

func measure(asked command, limit float64) (run, error) {
	program, err := exec.LookPath(asked.Args[0])
	if err != nil {
		return run{}, err
	}
	if err := restore(asked.Folder); err != nil {
		return run{}, err
	}
	files, err := open(asked)
	if err != nil {
		return run{}, err
	}
	defer func() {
		for _, file := range files {
			file.Close()
		}
	}()
	start := time.Now()
	process, err := os.StartProcess(program, asked.Args, &os.ProcAttr{Files: files})
	if err != nil {
		return run{}, err
	}
	timer := time.AfterFunc(time.Duration(limit*float64(time.Second)), func() { process.Kill() })
	state, err := process.Wait()
	wall := time.Since(start)
	if err != nil {
		return run{}, err
	}
	if !timer.Stop() {
		return run{}, fmt.Errorf("over %.0f s", limit)
	}
	if !state.Success() {
		return run{}, fmt.Errorf("%s: %s", state, firstLine(files[2]))
	}
	usage := state.SysUsage().(*syscall.Rusage)
	return run{
		WallMs:    milliseconds(wall),
		CPUMs:     milliseconds(state.UserTime() + state.SystemTime()),
		MaxRSSKiB: usage.Maxrss,
	}, nil
}

// The folder of an earlier run is moved aside, not removed: for some seconds, ext4 takes up to 1 ms of CPU to create a file beside
// thousands that were just removed, and only programs that create files would pay for it.
func restore(asked *folder) error {
	if asked == nil {
		return nil
	}
	used, err := os.MkdirTemp(filepath.Dir(asked.To), "used-")
	if err != nil {
		return err
	}
	if err := os.Rename(asked.To, filepath.Join(used, "folder")); err != nil && !os.IsNotExist(err) {
		return err
	}
	return os.CopyFS(asked.To, os.DirFS(asked.From))
}

// Stdin, stdout and stderr; stderr is a file that has no name any more.
func open(asked command) ([]*os.File, error) {
	stdin, err := os.Open(asked.Stdin)
	if err != nil {
		return nil, err
	}
	stdout, err := os.Create(asked.Stdout)
	if err != nil {
		return nil, err
	}
	stderr, err := os.CreateTemp("", "bench-stderr-")
	if err != nil {
		return nil, err
	}
	return []*os.File{stdin, stdout, stderr}, os.Remove(stderr.Name())
}

func firstLine(stderr *os.File) string {
	text := make([]byte, 4096)
	length, _ := stderr.ReadAt(text, 0)
	line, _, _ := strings.Cut(strings.TrimSpace(string(text[:length])), "\n")
	return line
}

func milliseconds(duration time.Duration) float64 {
	return float64(duration) / float64(time.Millisecond)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
