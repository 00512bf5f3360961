/** Give `onStart` to a command, and `press` is Ctrl-C in its terminal. */
export function ctrlC(): { onStart(pid: number): void; press(): void } {
  let running: number | undefined
  return {
    onStart(pid) {
      running = pid
    },
    press() {
      if (running !== undefined) process.kill(running, 'SIGINT')
    },
  }
}
