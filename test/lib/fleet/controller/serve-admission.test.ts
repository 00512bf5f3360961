import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { AdmissionMonitor } from '../../../../src/lib/fleet/controller/admission-monitor.ts'
import { serveAdmission } from '../../../../src/lib/fleet/controller/serve-admission.ts'
import { ReplicaState } from '../../../../src/lib/loop/replica-state.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'
import { Registry } from '../../../../src/lib/metrics/registry.ts'
import type { Certificates } from '../../../../src/lib/webhook/certificates.ts'
import { afterStep } from '../../../../src/lib/webhook/issue.ts'

const issue = { now: Date.now(), host: 'service.namespace.svc' }
const made = async (): Promise<Certificates> =>
  afterStep('new-serving', await afterStep('new-authority', {}, issue), issue)

/** What the Secret has; a Failure: it cannot be read. */
let stored: Certificates | Failure | undefined
let said: string[]
let replica: ReplicaState
let isRead: boolean
let end: AbortController
let port: number
let running: Promise<void>

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30))

/** Time passes fast. */
const clock = {
  ...{ now: () => Date.now(), monotonic: () => performance.now(), after: () => () => undefined },
  sleep: (_: number, signal: AbortSignal) => soon().then(() => signal.throwIfAborted()),
}

const collection = {
  store: new Map<never, never>(),
  async *changes({ signal }: { readonly signal: AbortSignal }) {
    while (!isRead && !signal.aborted) await soon()
    if (isRead) yield { type: 'synced' } as const
    while (!signal.aborted) await soon()
  },
}

beforeEach(() => {
  stored = undefined
  said = []
  isRead = true
  port = 0
  end = new AbortController()
})

function start(): void {
  replica = new ReplicaState()
  replica.leadsAlone()
  replica.isSynced = true
  const log = (_: string, { reason }: { readonly reason: string }) => void said.push(reason)
  const monitor = new AdmissionMonitor(new Registry(), { log, replica })
  const certificates = async () => {
    if (stored instanceof Failure) throw stored
    return stored && { resourceVersion: '1', certificates: stored }
  }
  const cluster = {
    ...{ webhooks: { certificates }, documents: { namespace: 'kube-system' } },
    collections: { nodes: collection, documents: collection },
  }
  const serves = monitor.serves.bind(monitor)
  monitor.serves = (address) => {
    port = address.port
    serves(address)
  }
  running = serveAdmission({ cluster, clock, random: () => 0, monitor }, { host: '127.0.0.1', port: 0 }, end.signal)
}

afterEach(async () => {
  end.abort(new Error('over'))
  await running
})

const listens = (): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

async function turns(): Promise<void> {
  for (let turn = 0; turn < 8; turn += 1) await soon()
}

test('it listens once there is a certificate, and goes on whatever becomes of that', async () => {
  start()
  await turns()
  expect([port, said]).toEqual([0, []])
  const good = await made()
  stored = good
  await turns()
  expect([await listens(), said]).toEqual([true, ['WebhookServes']])
  const broken: readonly Certificates[] = [
    { ...good, serving: { cert: good.serving!.cert, key: good.authority!.key } },
    { ...good, serving: { cert: 'x', key: 'y' } },
    {},
  ]
  for (const certificates of broken) {
    stored = certificates
    await turns()
    expect(await listens()).toBe(true)
  }
  stored = undefined
  await turns()
  stored = await made()
  await turns()
  expect([await listens(), said]).toEqual([true, ['WebhookServes']])
})

test('an API server that is away is reported once, and that it is back', async () => {
  start()
  stored = new Failure('unreachable', { reason: 'Away' })
  await turns()
  expect(said).toEqual(['WebhookTroubled'])
  stored = await made()
  await turns()
  expect(said.toSorted()).toEqual(['WebhookServes', 'WebhookTroubled', 'WebhookWorksAgain'])
})

test('a replica that listens and has not read the cluster is not ready', async () => {
  isRead = false
  start()
  await turns()
  expect(replica.readyPage.status).toBe(200)
  stored = await made()
  await turns()
  expect(replica.readyPage.status).toBe(503)
  isRead = true
  await turns()
  expect(replica.readyPage.status).toBe(200)
})
