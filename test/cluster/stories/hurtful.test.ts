import { statfsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { AgentReport } from '../../../src/lib/agent/report/report.ts'
import type { HurtfulDocument } from '../agent/corpus/document.ts'
import { fatalDocuments } from '../agent/corpus/fatal.ts'
import { invalidDocuments } from '../agent/corpus/invalid.ts'
import { uselessDocuments } from '../agent/corpus/useless.ts'
import { fieldsOn, occupyPort } from '../agent/hurtful-fields.ts'
import {
  configz,
  installAgents,
  kubeletStarts,
  removeManifests,
  store,
  unstore,
  untilStored,
} from '../agent/installed-agent.ts'
import { configPath, healthz } from '../agent/kubelet-run.ts'
import { pidsOn, startPods } from '../agent/pods.ts'
import { type Readiness, readinessOf } from '../agent/reports.ts'
import { withFields } from '../configuration.ts'
import { onNode } from '../node.ts'
import { makeNode, removeNodes } from '../own-node.ts'

/** Of a file system (statfs(2)). */
const cgroup2 = 0x63677270
const cgroups = statfsSync('/sys/fs/cgroup').type === cgroup2 ? 'v2' : 'v1'
const here = ({ cgroup }: HurtfulDocument): boolean => cgroup === undefined || cgroup === cgroups

const fatal = fatalDocuments.filter(here)

/** A kubelet whose lease is not renewed again is good at first, and for longer than these trials. */
const useless = uselessDocuments.filter(({ name }) => name !== 'a lease of two hours')

/** Each costs up to two restarts, and an agent restarts a kubelet twelve times in an hour. */
const perNode = 5
const inParts = (documents: readonly HurtfulDocument[]): readonly (readonly HurtfulDocument[])[] =>
  Array.from({ length: Math.ceil(documents.length / perNode) }, (_, part) =>
    documents.slice(part * perNode, (part + 1) * perNode),
  )
/** One node for each, side by side. */
const lists = [invalidDocuments, ...inParts(fatal), ...inParts(useless)]

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

let nodes: readonly string[]
const outcomes = new Map<string, Outcome>()

beforeAll(async () => {
  nodes = (await Promise.all(lists.map(() => makeNode()))).map(({ name }) => name)
  await installAgents(nodes)
  await Promise.all(nodes.map((node, index) => tryAll(node, lists[index]!)))
}, 900_000)

afterAll(async () => {
  for (const node of nodes) await unstore(node)
  await removeNodes()
  await removeManifests()
})

/** Between two documents, a good one: the kubelet runs it all the time. */
async function tryAll(node: string, documents: readonly HurtfulDocument[]): Promise<void> {
  await occupyPort(node)
  await startPods(node)
  const good = withFields(await onNode(node, ['cat', configPath]), 'containerLogMaxFiles: 7')
  for (const document of documents) {
    await untilStored(node, await store(node, good), 'Good')
    outcomes.set(document.name, await tryOut(node, withFields(good, await fieldsOn(node, document))))
  }
}

async function tryOut(node: string, text: string): Promise<Outcome> {
  const [starts, pids, before] = [await kubeletStarts(node), await pidsOn(node), await configz(node)]
  const version = await store(node, text)
  const report = await untilStored(node, version, 'Rejected', 'Held', 'RolledBack', 'Good', 'DeadEnd')
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
  test.each(invalidDocuments)('$name', (document) => {
    expect(outcomeOf(document)).toMatchObject({ ...kept, starts: 0, report: { phase: 'Rejected' } })
  })
})

describe('a document that no kubelet of this host starts with leaves the node as it was', () => {
  test.each(fatal)('$name', (document) => {
    const { report, ...rest } = outcomeOf(document)
    expect(rest).toMatchObject(kept)
    expect(['Rejected', 'Held', 'RolledBack']).toContain(report.phase)
    expect(report.problem).toBeDefined()
  })
})

describe('a document that makes a kubelet useless leaves the node as it was', () => {
  test.each(useless)('$name', (document) => {
    const { report, ...rest } = outcomeOf(document)
    expect(rest).toMatchObject(kept)
    expect(['Rejected', 'Held', 'RolledBack']).toContain(report.phase)
  })
})
