import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** What a kubelet is started with, as text; the paths of files are below its folder. */
export interface Given {
  readonly files: Readonly<Record<string, string>>
  /** `FOLDER` stands for its folder. */
  readonly flags: readonly string[]
}

/** configz of a kubelet that runs, or the end of the log of one that does not. */
export type Started = { readonly configz: string } | { readonly exit: number | string; readonly log: string }

const timeoutMs = 30_000

/** Starts a kubelet, reads its configz, and stops it. */
export async function startKubelet({ files, flags }: Given): Promise<Started> {
  const folder = await mkdtemp('/run/verdicts/effective-')
  await mkdir(join(folder, 'drop-ins'))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  const words = [...flags, `--root-dir=${folder}/root`, `--cert-dir=${folder}/pki`]
  const kubelet = spawn(
    'kubelet',
    words.map((flag) => flag.replaceAll('FOLDER', folder)),
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const closed = once(kubelet, 'close')
  let log = ''
  kubelet.stderr.setEncoding('utf8').on('data', (part: string) => {
    log += part
  })
  const deadline = Date.now() + timeoutMs
  let configz: string | undefined
  while (kubelet.exitCode === null && Date.now() < deadline && configz === undefined) {
    configz = await readConfigz(folder).catch(() => undefined)
    if (configz === undefined) await sleep(20)
  }
  const exit = kubelet.exitCode ?? 'hangs'
  kubelet.kill('SIGKILL')
  await closed
  return configz === undefined ? { exit, log: log.slice(-3000) } : { configz }
}

/** As it is, with `/etc/kubernetes` for the folder. */
function readConfigz(folder: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const options = {
    host: '127.0.0.1',
    port: 10250,
    path: '/configz',
    rejectUnauthorized: false,
    timeout: 1_000,
    agent: false,
  }
  const asking = request(options, (response) => {
    if (response.statusCode !== 200) return reject(new Error(`${response.statusCode}`))
    text(response).then((body) => resolve(body.replaceAll(folder, '/etc/kubernetes')), reject)
  })
  asking.on('timeout', () => asking.destroy(new Error('no answer')))
  asking.on('error', reject).end()
  return promise
}
