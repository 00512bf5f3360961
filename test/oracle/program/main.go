// Judges KubeletConfiguration documents with the code of the kubelet that this program is built from.
//
// stdin: documents, each after its length in four bytes, big-endian; with the argument `folders`, paths of folders with a
// config.yaml and drop-ins. stdout: a line of JSON for each.
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
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
)

func main() {
	if err := judgeAll(os.Stdin, os.Stdout, len(os.Args) > 1 && os.Args[1] == "folders"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Answers are held back while there is more to read, and no longer.
func judgeAll(documents io.Reader, verdicts io.Writer, inFolders bool) error {
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
		loader := func() (*kubeletconfig.KubeletConfiguration, error) {
			if inFolders {
				return loadFolder(string(document))
			}
			return judge.file.load(document)
		}
		if err := lines.Encode(judge.verdictOn(loader)); err != nil {
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
