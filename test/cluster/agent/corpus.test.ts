import { statfsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Checked, check } from '../../../src/lib/kubelet/check/check.ts'
import type { Finding } from '../../../src/lib/kubelet/model/finding.ts'
import { readDocument } from '../../../src/lib/yaml/read/read.ts'
import { withFields } from '../configuration.ts'
import { onNode } from '../node.ts'
import { makeNode, removeNodes, untilReady } from '../own-node.ts'
import { partOf } from '../part.ts'
import { readNode } from '../read.ts'
import { until } from '../until.ts'
import { newest } from '../versions.ts'
import type { HurtfulDocument } from './corpus/document.ts'
import { fatalDocuments } from './corpus/fatal.ts'
import { invalidDocuments } from './corpus/invalid.ts'
import { unseenDocuments } from './corpus/unseen.ts'
import { uselessDocuments } from './corpus/useless.ts'
import { fieldsOn, occupyPorts } from './hurtful-fields.ts'
import { configPath, healthz, type KubeletRun, runWith } from './kubelet-run.ts'
import { type Lost, lookFor } from './losses.ts'
import { pidsOn, renewPods, replaceEndedPods } from './pods.ts'

/** Of a file system (statfs(2)). */
const cgroup2 = 0x63677270
const cgroups = statfsSync('/sys/fs/cgroup').type === cgroup2 ? 'v2' : 'v1'
const isDeadly = ({ course }: HurtfulDocument): boolean => course.kind === 'useless' && course.lost === 'pods'
const here = ({ cgroup }: HurtfulDocument): boolean => cgroup === undefined || cgroup === cgroups

const invalid = partOf(invalidDocuments)
const fatal = partOf([...fatalDocuments, ...unseenDocuments].filter(here))
const useless = partOf(uselessDocuments)
const [slow, quick] = [true, false].map((isSlow) =>
  useless.filter(({ course }) => course.kind === 'useless' && (course.lost === 'heartbeat') === isSlow),
) as [HurtfulDocument[], HurtfulDocument[]]

/** What becomes of a kubelet that is given the document, without any agent, and of what runs on the node. */
interface Outcome extends KubeletRun {
  readonly text: string
  /** What the node runs with otherwise. */
  readonly own: string
  readonly lost?: Lost
  /** Of containers, with the document. */
  readonly pidsKept: boolean
  /** What a start without the state file is like. */
  readonly withoutFile?: KubeletRun
}

/** A failure is that of the tests of its document. */
const outcomes = new Map<string, PromiseSettledResult<Outcome>>()

/** One node for each list, side by side. */
beforeAll(() => Promise.all([invalid, fatal, quick, slow].map(tryAll)), 600_000)

afterAll(removeNodes)

async function tryAll(documents: readonly HurtfulDocument[]): Promise<void> {
  if (documents.length === 0) return
  const { name } = await makeNode({ layout: 'kubeadm' })
  await occupyPorts(name)
  const own = { text: await onNode(name, ['cat', configPath]), offer: await offerOf(name) }
  for (const document of documents) {
    const [outcome] = await Promise.allSettled([tryOne(name, document, own)])
    outcomes.set(document.name, outcome!)
  }
}

/** What a node runs with otherwise, and what it offers then. */
interface Own {
  readonly text: string
  readonly offer: string
}

const offerOf = async (node: string): Promise<string> =>
  JSON.stringify((await readNode<{ status: { allocatable: unknown } }>(node)).status.allocatable)

async function tryOne(node: string, document: HurtfulDocument, own: Own): Promise<Outcome> {
  try {
    await (isDeadly(document) ? renewPods(node) : replaceEndedPods(node))
    const tried = await tryOut(node, document, withFields(own.text, await fieldsOn(node, document)))
    return { ...tried, own: own.text }
  } finally {
    await restore(node, own)
  }
}

async function tryOut(node: string, { course, says }: HurtfulDocument, text: string): Promise<Omit<Outcome, 'own'>> {
  const before = await pidsOn(node)
  const restartedAt = Date.now()
  const run = await runWith(node, text)
  const lost = course.kind === 'useless' ? await lookFor[course.lost](node, restartedAt, says) : undefined
  const pidsKept = (await pidsOn(node)).join() === before.join()
  if (course.kind !== 'state-file') return { ...run, text, pidsKept, ...(lost && { lost }) }
  await onNode(node, ['sh', '-ec', 'systemctl stop kubelet; rm "/var/lib/kubelet/$0"', course.file])
  return { ...run, text, pidsKept, withoutFile: await runWith(node, text) }
}

/** The node as it was: its own configuration, no state of another policy, what it offers. */
async function restore(node: string, { text, offer }: Own): Promise<void> {
  await onNode(node, ['sh', '-c', 'systemctl stop kubelet; rm -f /var/lib/kubelet/*_manager_state'])
  await runWith(node, text)
  await until(async () => (await healthz(node)) === 'ok', `the kubelet of ${node} is not healthy`)
  await untilReady(node)
  await until(async () => (await offerOf(node)) === offer, `${node} does not offer what it did`)
}

function outcomeOf({ name }: HurtfulDocument): Outcome {
  const outcome = outcomes.get(name)
  if (outcome?.status === 'fulfilled') return outcome.value
  throw outcome?.reason ?? new Error('it was not tried')
}

/** Shows the end of the log when something else was said. */
function expectSaid({ says }: HurtfulDocument, text: string): void {
  if (!text.includes(says)) throw new Error(`nothing about '${says}':\n${text.slice(-4000)}`)
}

describe('with each document the kubelet does what the corpus says', () => {
  test.each([...invalid, ...fatal])('$name', (document) => {
    const { exit, log, pidsKept, withoutFile } = outcomeOf(document)
    const { course } = document
    expect({ exit, pidsKept }).toEqual({ exit: 'exit' in course ? course.exit : exitOf[course.kind], pidsKept: true })
    expectSaid(document, log)
    if (withoutFile !== undefined) expect(withoutFile).toMatchObject({ exit: undefined })
  })

  test.each([...quick, ...slow])('$name', (document) => {
    const { exit, log, lost, pidsKept } = outcomeOf(document)
    expect({ exit, lost: lost?.lost, pidsKept }).toEqual({ exit: undefined, lost: true, pidsKept: !isDeadly(document) })
    expectSaid(document, `${log}${lost?.says}`)
  })
})

const exitOf = { ignored: undefined, 'state-file': 1, useless: undefined } as Readonly<
  Record<string, number | undefined>
>

const checked = async (text: string): Promise<Checked> =>
  check(await readDocument(new TextEncoder().encode(text)), newest)

const textOf = ({ rule, path, message }: Finding): string => `${rule} ${path}: ${message}`

describe('validation says what the corpus says', () => {
  test.each([...invalid, ...fatal, ...useless])('$name', async (document) => {
    const { text, own } = outcomeOf(document)
    const ofNode = new Set((await checked(own)).findings.map(textOf))
    const { valid, findings } = await checked(text)
    const rules = [...new Set(findings.filter((found) => !ofNode.has(textOf(found))).map(({ rule }) => rule))]
    expect({ valid, rules }).toEqual({ valid: document.validate !== 'invalid', rules: document.rules })
  })
})
