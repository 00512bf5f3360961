package main

import (
	"fmt"

	"golang.org/x/sys/unix"
	kubeletconfig "k8s.io/kubernetes/pkg/kubelet/apis/config"
)

// file is the kubelet's configuration file, in memory. Its directory, to which relative paths are joined, is
// /proc/self/fd.
type file struct {
	descriptor int
}

func newFile() (*file, error) {
	descriptor, err := unix.MemfdCreate("kubelet-config", unix.MFD_CLOEXEC)
	return &file{descriptor}, err
}

func (f *file) load(document []byte) (*kubeletconfig.KubeletConfiguration, error) {
	if err := unix.Ftruncate(f.descriptor, int64(len(document))); err != nil {
		panic(err)
	}
	for written := 0; written < len(document); {
		count, err := unix.Pwrite(f.descriptor, document[written:], int64(written))
		if err != nil {
			panic(err)
		}
		written += count
	}
	return loadConfigFile(fmt.Sprintf("/proc/self/fd/%d", f.descriptor))
}
