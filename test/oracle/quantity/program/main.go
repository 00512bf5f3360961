// Reads texts as JSON strings, a line each, and prints what Kubernetes makes of them: as text of a resource.Quantity, and as a
// value that is not quoted in a manifest.
package main

import (
	"bufio"
	"encoding/json"
	"os"

	"gopkg.in/inf.v0"
	"k8s.io/apimachinery/pkg/api/resource"
	"sigs.k8s.io/yaml"
)

type amount struct {
	Milli string `json:"milli"`
	Whole string `json:"whole"`
}

type line struct {
	Text     string  `json:"text"`
	Quantity *amount `json:"quantity"`
	Manifest *amount `json:"manifest"`
}

// Both are rounded away from zero, as the scheduler does, and exact: no int64 cuts them.
func amountOf(quantity resource.Quantity) *amount {
	rounded := func(scale inf.Scale) string {
		return new(inf.Dec).Round(quantity.AsDec(), scale, inf.RoundUp).UnscaledBig().String()
	}
	return &amount{rounded(3), rounded(0)}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var text string
		if err := json.Unmarshal(lines.Bytes(), &text); err != nil {
			panic(err)
		}
		answer := line{Text: text}
		if quantity, err := resource.ParseQuantity(text); err == nil {
			answer.Quantity = amountOf(quantity)
		}
		var manifest struct {
			Value *resource.Quantity `json:"value"`
		}
		if err := yaml.UnmarshalStrict([]byte("value: "+text+"\n"), &manifest); err == nil && manifest.Value != nil {
			answer.Manifest = amountOf(*manifest.Value)
		}
		if err := out.Encode(answer); err != nil {
			panic(err)
		}
	}
}
