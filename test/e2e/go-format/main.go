// Reads calls, each a JSON array on a line: the name of a function, a string, and further values where the function takes
// any. Prints what Go makes of each: a JSON string on a line, or null where Go refuses it. In strings, each character is a byte.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"os"
	"strconv"
	"strings"
	"text/template"
)

var functions = map[string]func(text string, args []any) (string, error){
	"sprintf":          func(text string, args []any) (string, error) { return fmt.Sprintf(text, args...), nil },
	"sprint":           func(_ string, args []any) (string, error) { return fmt.Sprint(args...), nil },
	"sprintln":         func(_ string, args []any) (string, error) { return fmt.Sprintln(args...), nil },
	"htmlEscape":       func(text string, _ []any) (string, error) { return template.HTMLEscapeString(text), nil },
	"jsEscape":         func(text string, _ []any) (string, error) { return template.JSEscapeString(text), nil },
	"urlQueryEscape":   func(text string, _ []any) (string, error) { return url.QueryEscape(text), nil },
	"quote":            func(text string, _ []any) (string, error) { return strconv.Quote(text), nil },
	"quoteToAscii":     func(text string, _ []any) (string, error) { return strconv.QuoteToASCII(text), nil },
	"canBackquote":     func(text string, _ []any) (string, error) { return fmt.Sprint(strconv.CanBackquote(text)), nil },
	"quoteRune":        func(_ string, args []any) (string, error) { return strconv.QuoteRune(rune(args[0].(int))), nil },
	"quoteRuneToAscii": func(_ string, args []any) (string, error) { return strconv.QuoteRuneToASCII(rune(args[0].(int))), nil },
	"unquote":          func(text string, _ []any) (string, error) { return strconv.Unquote(text) },
	"unquoteRune":      unquoteRune,
	"printable":        printable,
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for lines.Scan() {
		var call []any
		if err := json.Unmarshal(lines.Bytes(), &call); err != nil {
			panic(err)
		}
		text, err := functions[call[0].(string)](bytesOf(call[1]), values(call[2:]))
		if err != nil {
			fmt.Fprintln(out, "null")
			continue
		}
		encoded, err := json.Marshal(characters(text))
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(out, "%s\n", encoded)
	}
}

func unquoteRune(text string, _ []any) (string, error) {
	code, _, rest, err := strconv.UnquoteChar(text[1:], '\'')
	return fmt.Sprintf("%d %s", code, rest), err
}

// The code points that are printed as they are: the first and the last of each range, in hexadecimal.
func printable(string, []any) (string, error) {
	var ranges []string
	for code, first := rune(0), rune(-1); code <= 0x110000; code++ {
		isPrint := strconv.IsPrint(code)
		if isPrint && first < 0 {
			first = code
		}
		if !isPrint && first >= 0 {
			ranges = append(ranges, fmt.Sprintf("%x-%x", first, code-1))
			first = -1
		}
	}
	return strings.Join(ranges, " "), nil
}

func values(encoded []any) []any {
	all := make([]any, len(encoded))
	for i, value := range encoded {
		all[i] = valueOf(value)
	}
	return all
}

// A value is null, or an array of the name of its kind and what it consists of.
func valueOf(encoded any) any {
	if encoded == nil {
		return nil
	}
	parts := encoded.([]any)
	switch kind, parts := parts[0].(string), parts[1:]; kind {
	case "bool":
		return parts[0].(bool)
	case "int":
		return int(int64(bits(parts[0])))
	case "uint8":
		return uint8(bits(parts[0]))
	case "float64":
		return math.Float64frombits(bits(parts[0]))
	case "complex128":
		return complex(math.Float64frombits(bits(parts[0])), math.Float64frombits(bits(parts[1])))
	case "string":
		return bytesOf(parts[0])
	case "slice":
		return values(parts)
	case "map[string]string":
		all := map[string]string{}
		for _, entry := range parts {
			all[bytesOf(entry.([]any)[0])] = valueOf(entry.([]any)[1]).(string)
		}
		return all
	case "map[string]any":
		all := map[string]any{}
		for _, entry := range parts {
			all[bytesOf(entry.([]any)[0])] = valueOf(entry.([]any)[1])
		}
		return all
	default:
		panic("unknown kind " + kind)
	}
}

// The 64 bits of a number, which is written in decimal in a string.
func bits(encoded any) uint64 {
	number, err := strconv.ParseUint(encoded.(string), 10, 64)
	if err != nil {
		panic(err)
	}
	return number
}

func bytesOf(encoded any) string {
	var all []byte
	for _, char := range encoded.(string) {
		all = append(all, byte(char))
	}
	return string(all)
}

func characters(text string) string {
	var all []rune
	for _, char := range []byte(text) {
		all = append(all, rune(char))
	}
	return string(all)
}
