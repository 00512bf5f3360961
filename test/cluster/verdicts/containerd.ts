import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const socket = '/run/containerd/containerd.sock'

/** One of its own: a kubelet ends all pods that it does not know. */
export async function startContainerd(): Promise<void> {
  const containerd = spawn('containerd', ['--config=/etc/containerd/config.toml'], { stdio: 'ignore' })
  await once(containerd, 'spawn')
  while (!existsSync(socket)) {
    if (containerd.exitCode !== null) throw new Error(`containerd ended with ${containerd.exitCode}`)
    await sleep(50)
  }
}
