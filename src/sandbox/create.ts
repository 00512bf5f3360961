import { handle } from './core/handle.ts'
import type { Release } from './core/model/api.ts'
import { createChance } from './core/model/chance.ts'
import { Refusal } from './core/model/refusal.ts'
import { type Backup, Store } from './core/model/store.ts'
import type { Sandbox, SandboxOptions } from './interface/cluster.ts'
import { bootstrap } from './world/bootstrap.ts'
import { startControllers } from './world/controllers.ts'
import { LatePods } from './world/late-pods.ts'
import { Queue } from './world/runtime/queue.ts'
import type { World } from './world/runtime/world.ts'
import { SilentAgents } from './world/silent-agents.ts'

export type { Sandbox, SandboxOptions } from './interface/cluster.ts'
export type { Fault, Faults } from './interface/fault.ts'
export type { Answer, ApiReply, ApiRequest, User, WatchEvent, WatchReply } from './interface/request.ts'

/** The store of a simulated cluster. */
export interface Etcd {
  backup(): Backup
  /** From a backup, with new API servers: versions go back, and watches end. Kubelets keep what they run. */
  restore(backup: Backup): void
}

/** A simulated cluster: an API server, a scheduler, controllers, and a kubelet for each node, in virtual time. */
export function createSandbox(options: SandboxOptions): Sandbox & Etcd {
  const configz = (node: string) => (kubelets.runs(node) ? options.configz?.(node) : 'down')
  const world = createWorld(options, configz)
  const { api, queue } = world
  bootstrap(world, options)
  const kubelets = startControllers(world)
  const latePods = new LatePods(world)
  const silentAgents = new SilentAgents()
  let retryAfter: number | undefined
  let cancelReturn = () => {}
  return {
    now: () => queue.now(),
    handle(request) {
      if (retryAfter !== undefined) return unavailable(retryAfter)
      latePods.before(request)
      return handle(silentAgents.at(api, request), request)
    },
    advance: (ms) => queue.advance(ms),
    nextDue: () => queue.next(),
    backup: () => api.store.backup(),
    restore: (backup) => api.store.restore(backup),
    stopKubelet: (node) => kubelets.stop(existing(world, node)),
    startKubelet: (node) => kubelets.start(node),
    silenceAgent: (node) => silentAgents.add(existing(world, node)),
    latePod: (node) => latePods.expect(existing(world, node)),
    unavailable(seconds, ms) {
      cancelReturn()
      retryAfter = seconds
      if (ms === undefined) return
      cancelReturn = queue.after(ms, () => {
        retryAfter = undefined
      })
    },
    kubeletDelay(ms) {
      world.kubeletDelayMs = ms
    },
  }
}

function existing({ api }: World, node: string): string {
  if (api.store.get({ resource: 'nodes', namespace: '', name: node }) !== undefined) return node
  throw new RangeError(`node '${node}' not found`)
}

function createWorld(options: SandboxOptions, configz: World['api']['configz']): World {
  const { seed, now, kubernetesVersion, metricsServer = false } = options
  const queue = new Queue(now)
  const api = {
    store: new Store(),
    chance: createChance(seed),
    release: releaseOf(kubernetesVersion),
    now: () => queue.now(),
    configz,
    hasMetrics: metricsServer,
    at: (due: number, run: () => void) => queue.at(due, run),
  }
  return { api, queue, kubeletDelayMs: undefined }
}

/** Parses a version such as 1.36 or v1.36.3. Throws RangeError for anything else. */
function releaseOf(version: string): Release {
  const [, minor, patch = '0'] = /^v?1\.(\d+)(?:\.(\d+))?$/.exec(version) ?? []
  if (minor === undefined) throw new RangeError(`'${version}' is not a Kubernetes version such as 1.36`)
  return { minor: Number(minor), gitVersion: `v1.${minor}.${patch}` }
}

function unavailable(seconds: number) {
  const { code, status } = new Refusal(
    503,
    'ServiceUnavailable',
    'the server is currently unable to handle the request',
    {
      details: { retryAfterSeconds: seconds },
    },
  )
  return { kind: 'answer', status: code, headers: { 'retry-after': String(seconds) }, body: status } as const
}
