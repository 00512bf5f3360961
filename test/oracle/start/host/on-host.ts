/**
 * The first process of a throw-away host: listens at the places of its first argument, says so, takes a kubelet and its
 * document as JSON on stdin, and tells on stdout what becomes of it. With it ends all that runs on the host.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { createServer, type ListenOptions } from 'node:net'
import { dirname, join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DropInTrial, dropInFolder, type EffectResult, type Trial } from './trial.ts'

const [config, kubeconfig] = ['/etc/kubernetes/config.yaml', '/etc/kubernetes/kubelet.conf']

/** Comes after all that can end a kubelet; its healthz says ok before that. */
const mainLoop = 'Eviction manager: starting control loop'
const [pauseMs, aliveMs, timeoutMs] = [100, 3_000, 60_000]

async function listenAt(place: ListenOptions): Promise<void> {
  await once(createServer((socket) => socket.destroy()).listen(place), 'listening')
}

async function tryKubelet({ program, text: document, healthz, dropIns }: Trial): Promise<EffectResult> {
  writeFileSync(config, document)
  writeFileSync(kubeconfig, outOfReach)
  const kubelet = spawn(program, [`--config=${config}`, ...flagsOf(dropIns)], { stdio: 'pipe' })
  let log = ''
  for (const stream of [kubelet.stdout, kubelet.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      log += chunk
    })
  const closed = once(kubelet, 'close')
  const configz = dropIns && (await configzOf(kubelet, dropIns.port))
  const end = configz === undefined ? await endOf(kubelet, () => log.includes(mainLoop)) : 'lives'
  const healthy = end === 'lives' && healthz !== undefined ? await answers(healthz) : undefined
  kubelet.kill('SIGKILL')
  await closed
  return { end, log, ...(configz !== undefined && { configz }), ...(healthy !== undefined && { healthy }) }
}

/** Writes the drop-ins. Without an API server, nothing but the files decides. */
function flagsOf(dropIns: DropInTrial | undefined): readonly string[] {
  if (dropIns === undefined) return [`--kubeconfig=${kubeconfig}`]
  mkdirSync(dropInFolder, { recursive: true })
  for (const [name, text] of Object.entries(dropIns.files)) {
    mkdirSync(dirname(join(dropInFolder, name)), { recursive: true })
    writeFileSync(join(dropInFolder, name), text)
  }
  return [`--config-dir=${dropInFolder}`, ...dropIns.flags]
}

/** undefined: it ended, or time is up. */
async function configzOf(kubelet: ChildProcess, port: number): Promise<string | undefined> {
  const began = Date.now()
  while (kubelet.exitCode === null && Date.now() - began < timeoutMs) {
    const found = await readConfigz(port).catch(() => undefined)
    if (found !== undefined) return found
    await sleep(pauseMs)
  }
  return undefined
}

function readConfigz(port: number): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const options = { host: '127.0.0.1', port, path: '/configz', rejectUnauthorized: false, timeout: 2_000, agent: false }
  const asking = request(options, (response) => {
    if (response.statusCode === 200) text(response).then(resolve, reject)
    else reject(new Error(`${response.statusCode}`))
  })
  asking.on('timeout', () => asking.destroy(new Error('no answer')))
  asking.on('error', reject).end()
  return promise
}

async function endOf(kubelet: ChildProcess, isUp: () => boolean): Promise<EffectResult['end']> {
  const began = Date.now()
  while (kubelet.exitCode === null) {
    const age = Date.now() - began
    if (age >= aliveMs && isUp()) return 'lives'
    if (age >= timeoutMs) return 'hangs'
    await sleep(pauseMs)
  }
  return `exit ${kubelet.exitCode}`
}

/** More than once: on a busy machine it is late. */
async function answers(healthz: string): Promise<boolean> {
  for (let left = 10; left > 0; left--) {
    const answer = await fetch(healthz, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
    if (answer?.ok === true) return true
    await sleep(500)
  }
  return false
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

await Promise.all((JSON.parse(process.argv[2] ?? '[]') as readonly ListenOptions[]).map(listenAt))
process.stdout.write('ready\n')
const ending = await tryKubelet((await json(process.stdin)) as Trial)
process.stdout.write(JSON.stringify(ending), () => process.exit(0))
