// Judges KubeletConfiguration documents with the code of the kubelet that this program is built from.
//
// stdin: documents, each after its length in four bytes, big-endian. stdout: a line of JSON for each.
package main

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	_ "k8s.io/component-base/logs/json/register" // The kubelet's main package registers it, too.
)

func main() {
	if err := judgeAll(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Answers are held back while there is more to read, and no longer.
func judgeAll(documents io.Reader, verdicts io.Writer) error {
	judge, err := newJudge()
	if err != nil {
		return err
	}
	in, out := bufio.NewReaderSize(documents, 1<<16), bufio.NewWriterSize(verdicts, 1<<16)
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false)
	for {
		document, err := next(in)
		if errors.Is(err, io.EOF) {
			return out.Flush()
		}
		if err != nil {
			return err
		}
		if err := lines.Encode(judge.verdictOn(document)); err != nil {
			return err
		}
		if in.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
}

func next(in io.Reader) ([]byte, error) {
	var length uint32
	if err := binary.Read(in, binary.BigEndian, &length); err != nil {
		return nil, err
	}
	document := make([]byte, length)
	_, err := io.ReadFull(in, document)
	return document, err
}
