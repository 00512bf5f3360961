import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

export interface EffectResult {
  /** 'runs': it was healthy and had to be stopped. 'hangs': it was neither healthy nor gone when time was up. */
  readonly end: 'runs' | 'hangs' | `exit ${number}`
  readonly log: string
}

const [config, kubeconfig] = ['/run/verdicts/config.yaml', '/run/verdicts/kubeconfig']

/** Comes after all that can end a kubelet; its healthz says ok before that. */
const lastStep = 'Eviction manager: starting control loop'
const [pauseMs, timeoutMs] = [50, 60_000]

/** Starts a kubelet with folders of its own, waits for what becomes of it, and stops it. */
export async function tryKubelet(text: string): Promise<EffectResult> {
  await writeFile(config, text)
  await writeFile(kubeconfig, outOfReach)
  const root = await mkdtemp('/run/verdicts/kubelet-')
  const flags = [`--config=${config}`, `--kubeconfig=${kubeconfig}`, `--root-dir=${root}`]
  const kubelet = spawn('kubelet', flags, { stdio: ['ignore', 'ignore', 'pipe'] })
  const closed = once(kubelet, 'close')
  let log = ''
  kubelet.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    log += chunk
  })
  const end = await endOf(kubelet, () => log)
  kubelet.kill('SIGKILL')
  await closed
  return { end, log }
}

async function endOf(kubelet: ChildProcess, log: () => string): Promise<EffectResult['end']> {
  const deadline = Date.now() + timeoutMs
  // More than once, for a kubelet that is about to end is healthy for a moment.
  for (let healthy = 0; kubelet.exitCode === null && Date.now() < deadline; await sleep(pauseMs)) {
    healthy = log().includes(lastStep) && (await isHealthy()) ? healthy + 1 : 0
    if (healthy > 2) return 'runs'
  }
  return kubelet.exitCode === null ? 'hangs' : `exit ${kubelet.exitCode}`
}

async function isHealthy(): Promise<boolean> {
  const signal = AbortSignal.timeout(1_000)
  const answer = await fetch('http://127.0.0.1:10248/healthz', { signal }).catch(() => undefined)
  return answer?.ok === true
}

/** A kubelet without API server does not look at all of its configuration; one that cannot reach it does. */
const outOfReach = JSON.stringify({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [{ name: 'none', cluster: { server: 'https://127.0.0.1:1' } }],
  users: [{ name: 'none', user: { token: 'none' } }],
  contexts: [{ name: 'none', context: { cluster: 'none', user: 'none' } }],
  'current-context': 'none',
})
