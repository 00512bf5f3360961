/**
 * Runs on a node, where try-kubelets.ts starts it: takes configurations as a JSON array on stdin, starts a kubelet with
 * each, one after the other, and tells how each ended.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ending, tryKubelet } from './kubelet.ts'

const socket = '/run/containerd/containerd.sock'

/** One of its own: a kubelet ends all pods that it does not know. */
async function startContainerd(): Promise<void> {
  const containerd = spawn('containerd', ['--config=/etc/containerd/config.toml'], { stdio: 'ignore' })
  await once(containerd, 'spawn')
  while (!existsSync(socket)) {
    if (containerd.exitCode !== null) throw new Error(`containerd ended with ${containerd.exitCode}`)
    await sleep(50)
  }
}

await startContainerd()
const endings: Ending[] = []
for (const text of (await json(process.stdin)) as string[]) endings.push(await tryKubelet(text))
process.stdout.write(JSON.stringify(endings), () => process.exit(0))
