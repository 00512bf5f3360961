import { statfsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { AgentReport } from '../../../src/lib/agent/report/report.ts'
import { withFields } from '../configuration.ts'
import { onNode } from '../node.ts'
import { makeNode, removeNodes } from '../own-node.ts'
import type { HurtfulDocument } from './corpus/document.ts'
import { fatalDocuments } from './corpus/fatal.ts'
import { invalidDocuments } from './corpus/invalid.ts'
import { uselessDocuments } from './corpus/useless.ts'
import { fieldsOn, occupyPort } from './hurtful-fields.ts'
import { configz, installAgents, kubeletStarts, store, unstore, untilReport } from './installed-agent.ts'
import { configPath, healthz } from './kubelet-run.ts'
import { pidsOn, startPods } from './pods.ts'
import { type Readiness, readinessOf } from './reports.ts'

/** Of a file system (statfs(2)). */
const cgroup2 = 0x63677270
const cgroups = statfsSync('/sys/fs/cgroup').type === cgroup2 ? 'v2' : 'v1'
const here = ({ cgroup }: HurtfulDocument): boolean => cgroup === undefined || cgroup === cgroups

const lists = [invalidDocuments, fatalDocuments.filter(here), uselessDocuments.filter(({ name }) => !tooSlow(name))]

/** A kubelet whose lease is not renewed again is good at first, and for longer than these trials. */
function tooSlow(name: string): boolean {
  return name === 'a lease of two hours'
}

interface Outcome {
  readonly report: AgentReport
  /** Starts of the kubelet because of the document. */
  readonly starts: number
  readonly healthz: string
  readonly ready: Readiness
  /** Whether the kubelet runs with what it ran with before. */
  readonly goesOn: boolean
  readonly pidsKept: boolean
}

const outcomes = new Map<string, Outcome>()

beforeAll(async () => {
  const nodes = await Promise.all(lists.map(() => makeNode()))
  await installAgents(nodes.map(({ name }) => name))
  await Promise.all(nodes.map(({ name }, index) => tryAll(name, lists[index]!)))
}, 900_000)

afterAll(removeNodes)

async function tryAll(node: string, documents: readonly HurtfulDocument[]): Promise<void> {
  await occupyPort(node)
  await startPods(node)
  const own = await onNode(node, ['cat', configPath])
  for (const document of documents) {
    outcomes.set(document.name, await tryOut(node, withFields(own, await fieldsOn(node, document))))
    await unstore(node)
    await untilReport(node, ({ phase }) => phase === 'Idle', 'not its own files again', 120_000)
  }
}

async function tryOut(node: string, text: string): Promise<Outcome> {
  const [starts, pids, before] = [await kubeletStarts(node), await pidsOn(node), await configz(node)]
  await store(node, text)
  const settled = ['Rejected', 'Held', 'RolledBack', 'Good', 'DeadEnd']
  const report = await untilReport(
    node,
    ({ assigned, phase }) => assigned?.source === 'node' && settled.includes(phase),
    'nothing was decided',
    120_000,
  )
  return {
    report,
    starts: (await kubeletStarts(node)) - starts,
    healthz: await healthz(node),
    ready: await readinessOf(node),
    goesOn: JSON.stringify(await configz(node)) === JSON.stringify(before),
    pidsKept: (await pidsOn(node)).join() === pids.join(),
  }
}

const kept = { healthz: 'ok', ready: 'True', goesOn: true, pidsKept: true }
const outcomeOf = ({ name }: HurtfulDocument): Outcome => outcomes.get(name)!

describe('an invalid document is refused, and costs no restart', () => {
  test.each(lists[0]!)('$name', (document) => {
    expect(outcomeOf(document)).toMatchObject({ ...kept, starts: 0, report: { phase: 'Rejected' } })
  })
})

describe('a document that no kubelet of this host starts with leaves the node as it was', () => {
  test.each(lists[1]!)('$name', (document) => {
    const { report, ...rest } = outcomeOf(document)
    expect(rest).toMatchObject(kept)
    expect(['Rejected', 'Held', 'RolledBack']).toContain(report.phase)
    expect(report.problem).toBeDefined()
  })
})

describe('a document that makes a kubelet useless leaves the node as it was', () => {
  test.each(lists[2]!)('$name', (document) => {
    const { report, ...rest } = outcomeOf(document)
    expect(rest).toMatchObject(kept)
    expect(['Rejected', 'Held', 'RolledBack']).toContain(report.phase)
  })
})
