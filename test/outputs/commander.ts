import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { compileCache } from '../support/run-bin.ts'
import type { Ran } from '../support/run-process.ts'

export interface Commander {
  run(command: string): Promise<Ran>
  close(): Promise<void>
}

/** Runs command lines in a process of its own, in the folder with our documents, without a terminal. */
export function startCommander(kubeconfig: string): Commander {
  const { PATH, TMPDIR } = process.env
  const host = fork(join(import.meta.dirname, 'command-host.ts'), {
    cwd: join(import.meta.dirname, 'documents'),
    env: { PATH, TMPDIR, HOME: '/nonexistent', KUBECONFIG: kubeconfig, ...compileCache },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(host, 'exit')
  return {
    async run(command) {
      host.send(command.split(' '))
      const [ran] = await Promise.race([
        once(host, 'message'),
        ended.then(([code]) => Promise.reject(new Error(`the host ended with ${code} at: ${command}`))),
      ])
      return ran as Ran
    },
    async close() {
      host.kill()
      await ended
    },
  }
}
