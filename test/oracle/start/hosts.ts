import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { partDirectory } from '../../cluster/build/parts.ts'
import { cgroupMounts } from '../../cluster/host/cgroups.ts'
import { cacheDirectory, checkout } from '../../cluster/host/directories.ts'
import { Cgroup, removeStale } from './cgroups.ts'
import { taken, there, writeFiles } from './fixture.ts'
import type { EffectResult, Trial } from './host/trial.ts'

/**
 * How a host differs from others: swap is on, kernel settings are not those that a kubelet wants, or it has one CPU, 512Mi
 * and 2Gi, so that a remark is due to all that asks for more.
 */
export type Kind = 'plain' | 'swap' | 'sysctls' | 'smallest'

const environments: Readonly<Record<Kind, Readonly<Record<string, string>>>> = {
  plain: {},
  swap: { SWAP: 'on' },
  sysctls: { SYSCTLS: 'different' },
  smallest: { SIZE: 'smallest' },
}

const prefix = 'kcfg-start'
const here = join(import.meta.dirname, 'host')
const joinCgroup = join(checkout, 'test/cluster/host/join-cgroup.sh')
/** All ends when the process that spawned it does, however that comes to its end. */
const apart = [
  ...['setpriv', '--pdeathsig', 'KILL', '--', 'unshare', '--cgroup', '--fork', '--kill-child', '--pid', '--mount'],
  ...['--net', '--uts', '--ipc', '--propagation', 'private', '--'],
]

/** Throw-away hosts in namespaces of their own, and the container runtime that they share. */
export class Hosts {
  readonly #directory = mkdtempSync(join(tmpdir(), 'kubeletcfg-start-'))
  readonly #name = `${prefix}-${process.pid}`
  readonly #cgroup = new Cgroup(this.#name)
  readonly #running = new Set<ChildProcess>()
  #count = 0

  constructor() {
    removeStale(prefix)
    mkdirSync(join(this.#directory, 'mount'))
    writeFiles(join(this.#directory, 'files'))
    const lists = {
      binds: [checkout, cacheDirectory, dirname(process.execPath)],
      cgroups: there.cgroups,
      'cgroup-mounts': cgroupMounts().map(({ path, type, options }) => `${path} ${type} ${options}`),
    }
    for (const [name, lines] of Object.entries(lists))
      writeFileSync(join(this.#directory, name), lines.map((line) => `${line}\n`).join(''))
  }

  async startRuntime(signal: AbortSignal): Promise<void> {
    const command = [join(here, 'containerd.sh'), join(partDirectory('containerd'), 'containerd')]
    const containerd = this.#start(command, new Cgroup(`${this.#name}/containerd`), {})
    while (!existsSync(join(this.#directory, 'containerd/run/containerd/containerd.sock'))) {
      if (containerd.exitCode !== null) throw new Error(`containerd ended with ${containerd.exitCode}`)
      await sleep(50, undefined, { signal })
    }
  }

  /** Tries a kubelet on a new host. `look` sees the root folder of the host before the kubelet starts. */
  async try<T>(
    kind: Kind,
    trial: Trial,
    look: (root: string) => Promise<T>,
  ): Promise<EffectResult & { readonly seen: T }> {
    const cgroup = new Cgroup(`${this.#name}/${++this.#count}`)
    const command = [join(here, 'host.sh'), process.execPath, join(here, 'on-host.ts'), JSON.stringify(taken)]
    const host = this.#start(command, cgroup, environments[kind])
    const closed = once(host, 'close')
    try {
      const lines = createInterface({ input: host.stdout! })[Symbol.asyncIterator]()
      const ready = await lines.next()
      if (ready.value !== 'ready') throw new Error(`a host did not start: ${ready.value ?? `exit ${host.exitCode}`}`)
      const seen = await look(`/proc/${firstProcessOf(host)}/root`)
      host.stdin!.end(JSON.stringify(trial))
      const ending = await lines.next()
      if (ending.done) throw new Error('a host ended before its kubelet')
      return { ...(JSON.parse(ending.value) as EffectResult), seen }
    } finally {
      host.kill('SIGKILL')
      await closed
      await cgroup.remove()
    }
  }

  /** Ends all, and removes all. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.#running].map(async (child) => {
        const closed = once(child, 'close')
        child.kill('SIGKILL')
        await closed
      }),
    )
    await this.#cgroup.remove()
    rmSync(this.#directory, { recursive: true })
  }

  /** A session of its own: Ctrl-C is for us, and we end it. */
  #start(command: readonly string[], cgroup: Cgroup, environment: Readonly<Record<string, string>>): ChildProcess {
    const child = spawn(joinCgroup, [...cgroup.folders, '--', ...apart, ...command], {
      detached: true,
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...environment, DIRECTORY: this.#directory },
    })
    child.stdin!.on('error', () => undefined)
    this.#running.add(child)
    child.once('close', () => this.#running.delete(child))
    return child
  }
}

/** unshare(1) has one child. */
const firstProcessOf = ({ pid }: ChildProcess): string =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
