import { describe, expect, test } from '@jest/globals'
import { kubeletHealth } from '../../../../../src/lib/agent/host/kubelet/kubelet-health.ts'
import { type NodeAccess, nodeAccess } from '../../../../../src/lib/agent/host/kubelet/node-access.ts'
import type { ServiceState } from '../../../../../src/lib/agent/model/evidence.ts'
import type { AgentNode, NodeFacts, PodFacts } from '../../../../../src/lib/agent/ports/agent-node.ts'
import type { KubeletService } from '../../../../../src/lib/agent/ports/kubelet-service.ts'
import { Failure } from '../../../../../src/lib/message/failure.ts'

const wallMs = Date.UTC(2026, 10, 22, 20, 0, 30)
/** The kubelet was started half a minute ago, in the middle of a second. */
const startedAt = wallMs - 30_000 + 700
const moment = () => ({ bootId: 'b', uptimeMs: 1_000_000, wallMs })

const state: ServiceState = {
  unit: 'kubelet.service',
  activeState: 'activating',
  subState: 'auto-restart',
  mainPid: 0,
  startedAtMs: 1_000_000 - (wallMs - startedAt),
  restarts: 0,
  lastExit: undefined,
}

const facts: NodeFacts = {
  uid: 'n',
  createdAt: undefined,
  rolloutOrder: undefined,
  controlPlane: false,
  cordoned: false,
  leaving: false,
  ready: 'True',
  readyHeartbeatAt: startedAt - 700,
  bootId: 'boot-1',
  kubeletVersion: 'v1.36.3',
  annotations: {},
  allocatable: {},
  capacity: {},
}

const silent = () => Promise.reject(new Failure('unreachable', { reason: 'RequestTimedOut' }))
const denied = () => Promise.reject(new Failure('refused', { reason: 'AccessDenied' }))

interface World {
  readonly node?: NodeFacts | undefined
  readonly lease?: AgentNode['leaseRenewedAt']
  readonly pods?: () => Promise<readonly PodFacts[]>
  readonly podChanges?: AgentNode['podChanges']
  readonly watch?: AgentNode['watch']
  readonly service?: () => Promise<ServiceState>
  /** What programs of the node answer. */
  readonly run?: NodeAccess['run']
}

function healthIn(world: World) {
  const agentNode: AgentNode = {
    now: () => wallMs,
    watch:
      world.watch ??
      async function* () {
        yield 'node' in world ? world.node : facts
        await new Promise(() => undefined)
      },
    leaseRenewedAt: world.lease ?? (async () => startedAt + 1),
    pods: world.pods ?? (async () => []),
    podChanges: world.podChanges ?? silentWatch,
    report: async () => 'written',
    withdraw: async () => undefined,
    isLimited: async () => undefined,
  }
  const service: KubeletService = {
    state: world.service ?? (async () => state),
    version: denied,
    commandLine: denied,
    restart: denied,
  }
  const token = async () => 'secret'
  const node = { ...nodeAccess(), ...(world.run && { run: world.run }) }
  return kubeletHealth({ node, service, agentNode, moment, token, runtimeEndpoint: '/nope.sock' })
}

const limits = { signal: new AbortController().signal }
const question = {
  restartedAt: 0,
  document: undefined,
  healthz: { address: '127.0.0.1', port: 1 },
  podsBefore: [],
  concernsSandboxes: false,
}
const look = (world: World) => healthIn(world).probe(question, limits)

test('a Node that reports', async () => {
  expect(await look({})).toMatchObject({
    service: state,
    lease: { verdict: 'pass' },
    ready: { verdict: 'pass' },
    heartbeats: {
      lease: startedAt + 1,
      ready: startedAt - 700,
      readyBootId: 'boot-1',
      asked: moment(),
      answered: moment(),
    },
    pods: { verdict: 'pass' },
    sandbox: { verdict: 'none' },
    apiReachable: true,
  })
})

test('a kubelet that does not run', async () => {
  expect(await look({})).toMatchObject({
    healthz: { verdict: 'fail', because: { reason: 'KubeletNotRunning' } },
    configz: { verdict: 'none' },
    runtime: { verdict: 'fail', because: { reason: 'RuntimeNotAnswering' } },
  })
})

describe('not good', () => {
  test.each<[string, World, string, string]>([
    ['not ready', { node: { ...facts, ready: 'False' } }, 'ready', 'ReadyNotTrue'],
    ['no Node', { node: undefined }, 'ready', 'OwnNodeNotThere'],
  ])('%s', async (_what, world, name, reason) => {
    expect(await look(world)).toMatchObject({ [name]: { verdict: 'fail', because: { reason } }, apiReachable: true })
  })
})

test.each<[string, World, object]>([
  ['no Lease', { lease: async () => undefined }, { lease: 0 }],
  ['a Lease that cannot be read', { lease: denied }, { lease: undefined, ready: facts.readyHeartbeatAt }],
  [
    'a Node without a report',
    { node: { ...facts, readyHeartbeatAt: undefined, bootId: undefined } },
    { ready: 0, readyBootId: undefined },
  ],
  ['no Node', { node: undefined }, { ready: 0 }],
])('heartbeats of %s', async (_what, world, heartbeats) => {
  expect(await look(world)).toMatchObject({ heartbeats })
})

/** A watch that fails. */
async function* silentWatch(): AsyncGenerator<never> {
  yield await silent()
}

test('an API server that is silent says nothing, neither good nor bad', async () => {
  const evidence = await look({ lease: silent, pods: silent, watch: silentWatch })
  const unknown = {
    verdict: 'unknown',
    because: { reason: 'ApiServerNotRead', because: { reason: 'RequestTimedOut' } },
  }
  expect(evidence).toMatchObject({ lease: unknown, ready: unknown, pods: unknown, apiReachable: false })
})

test('a refusal is an answer of the API server', async () => {
  const evidence = await look({ lease: silent, pods: denied })
  expect(evidence).toMatchObject({ pods: { verdict: 'unknown' }, ready: { verdict: 'pass' }, apiReachable: true })
})

test('an API server that refuses the login of the agent says nothing: no document revokes a token', async () => {
  const revoked = () => Promise.reject(new Failure('refused', { reason: 'LoginRefused' }))
  const evidence = await look({ lease: revoked })
  expect(evidence).toMatchObject({ lease: { verdict: 'unknown' }, pods: { verdict: 'pass' }, apiReachable: false })
})

test('before the restart, pods that run are noted, and heartbeats; what cannot be read is not known', async () => {
  const pod = { uid: 'a', phase: 'Running' } as PodFacts
  expect(await healthIn({ pods: async () => [pod] }).before(limits)).toMatchObject({
    pods: ['a'],
    heartbeats: { lease: startedAt + 1, ready: facts.readyHeartbeatAt },
  })
  expect(await healthIn({ pods: denied }).before(limits)).toMatchObject({ pods: undefined })
})

test('while systemd is silent, nothing is held against the kubelet', async () => {
  const states = [async () => ({ ...state, restarts: 4 }), silent]
  const health = healthIn({ service: () => states.shift()!() as Promise<ServiceState> })
  await health.probe(question, limits)
  const unknown = { verdict: 'unknown', because: { reason: 'KubeletNotSeen', because: { reason: 'RequestTimedOut' } } }
  expect(await health.probe(question, limits)).toMatchObject({
    service: { restarts: 4 },
    healthz: unknown,
    pods: unknown,
  })
})

test('an interruption ends a look', async () => {
  const controller = new AbortController()
  async function* watch(): AsyncGenerator<undefined> {
    controller.abort(new Failure('interrupted', { reason: 'Interrupted' }))
    controller.signal.throwIfAborted()
    yield undefined
  }
  const looking = healthIn({ watch }).probe(question, { signal: controller.signal })
  await expect(looking).rejects.toMatchObject({ code: 'interrupted' })
})

describe('a machine that shuts down', () => {
  const logind = (exit: number, stdout: string): NodeAccess['run'] => {
    return async ([program, ...args]) => {
      expect([program, args.at(-1)]).toEqual(['busctl', 'PreparingForShutdown'])
      return { exit, stdout, stderr: '' }
    }
  }
  const notReady = { ...facts, ready: 'False' } as const

  test('is seen when its kubelet is not ready, and before a restart', async () => {
    const world = { node: notReady, run: logind(0, 'b true\n') }
    expect(await look(world)).toMatchObject({ ready: { verdict: 'fail' }, shutsDown: true })
    expect(await healthIn(world).before(limits)).toMatchObject({ shutsDown: true })
  })

  test.each([
    ['logind says that it does not', logind(0, 'b false\n')],
    ['there is no logind', logind(1, '')],
    ['there is no busctl', silent],
  ])('is not seen when %s', async (_what, run) => {
    expect(await look({ node: notReady, run })).not.toHaveProperty('shutsDown')
    expect(await healthIn({ run }).before(limits)).not.toHaveProperty('shutsDown')
  })

  test('is not asked for while the node is ready', async () => {
    expect(await look({ run: () => Promise.reject(new Error('asked')) })).toMatchObject({ ready: { verdict: 'pass' } })
  })
})
