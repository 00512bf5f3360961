import type { Sandbox, SandboxOptions } from './api.ts'
import type { Release } from './core/api.ts'
import { createChance } from './core/chance.ts'
import { handle } from './core/handle.ts'
import { Refusal } from './core/refusal.ts'
import { Store } from './core/store.ts'
import { bootstrap } from './world/bootstrap.ts'
import { startControllers } from './world/controllers.ts'
import { Queue } from './world/queue.ts'
import type { World } from './world/world.ts'

/** A simulated cluster: an API server, a scheduler, controllers, and a kubelet for each node, in virtual time. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const world = createWorld(options)
  const { api, queue } = world
  bootstrap(world, options)
  const kubelets = startControllers(world)
  let retryAfter: number | undefined
  return {
    now: () => queue.now(),
    handle: (request) => (retryAfter === undefined ? handle(api, request) : unavailable(retryAfter)),
    advance: (ms) => queue.advance(ms),
    nextDue: () => queue.next(),
    stopKubelet: kubelets.stop,
    startKubelet: kubelets.start,
    unavailable(seconds) {
      retryAfter = seconds
    },
    kubeletDelay(ms) {
      world.kubeletDelayMs = ms
    },
  }
}

function createWorld({ seed, now, kubernetesVersion }: SandboxOptions): World {
  const queue = new Queue(now)
  const api = {
    store: new Store(),
    chance: createChance(seed),
    release: releaseOf(kubernetesVersion),
    now: () => queue.now(),
    at: (due: number, run: () => void) => queue.at(due, run),
  }
  return { api, queue, kubeletDelayMs: undefined }
}

/** Such as 1.36 or v1.36.3. */
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
