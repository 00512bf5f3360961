//go:build since_1_32 && !partial

package main

func restoreDefaults() {}
