import type { AgentReport } from '../../../src/lib/agent/report/report.ts'
import { type HurtfulDocument, latePort, lostIn } from '../agent/corpus/document.ts'
import { fieldsOn, occupying } from '../agent/hurtful-fields.ts'
import { configz, kubeletStarts, store, storeAtAllRisks, untilStored } from '../agent/installed-agent.ts'
import { healthz } from '../agent/kubelet-run.ts'
import { endsPods } from '../agent/losses.ts'
import { pidsOn, renewPods, replaceEndedPods } from '../agent/pods.ts'
import { withFields } from '../configuration.ts'
import { atNextStart } from '../faults/kubelet.ts'
import { applyObjects } from '../kubectl.ts'
import { untilReady } from '../own-node.ts'
import { pausePod } from '../pods.ts'
import { until } from '../until.ts'
import { dieAtRestart, isDead, revive } from './dead-agent.ts'

/** What became of a node that was given a document. */
export interface Outcome {
  readonly report: AgentReport
  /** Starts of the kubelet because of the document. */
  readonly starts: number
  readonly healthz: string
  /** Whether the kubelet runs with what it ran with before. */
  readonly goesOn: boolean
  /** Of all containers that ran before. */
  readonly pidsKept: boolean
}

/** Gives a node the document, in place of a good one that its kubelet runs with. */
export type TryOut = (node: string, document: HurtfulDocument, good: string) => Promise<Outcome>

export const tryWithAgent: TryOut = (node, document, good) =>
  outcomeOf(node, { good, document }, async () => {
    const put = document.agent === 'applies' ? store : storeAtAllRisks
    if (document.fields.includes(`${latePort}`)) await atNextStart(node, occupying(latePort))
    const version = await put(node, withFields(good, await fieldsOn(node, document)))
    if (document.agent !== 'rolls back') return version
    if (lostIn(document) === 'new-pods') await startNewPod(node, version)
    if (lostIn(document) === 'pods') await endPods(node, version)
    return version
  })

/** The agent dies when it restarts the kubelet, and comes back when all is over. */
export const tryWithoutAgent: TryOut = (node, document, good) =>
  outcomeOf(node, { good, document }, async () => {
    await dieAtRestart(node)
    const version = await storeAtAllRisks(node, withFields(good, await fieldsOn(node, document)))
    await until(() => isDead(node), 'the agent lives')
    await until(async () => (await healthz(node)) === 'ok', 'the kubelet is not healthy')
    await untilReady(node)
    await revive(node)
    return version
  })

/** A document is judged by it. What a pod got from the document, such as a limit of processes, it keeps. */
async function startNewPod(node: string, version: string): Promise<void> {
  await untilStored(node, version, 'Trial')
  await applyObjects([pausePod({ name: `${node}-new`, nodeName: node })])
}

async function endPods(node: string, version: string): Promise<void> {
  await untilStored(node, version, 'Trial', 'RollingBack', 'RolledBack')
  if (!(await endsPods(node))) throw new Error(`no pod of ${node} ended`)
}

interface Given {
  readonly good: string
  readonly document: HurtfulDocument
}

async function outcomeOf(node: string, { good, document }: Given, give: () => Promise<string>): Promise<Outcome> {
  await untilStored(node, await store(node, good), 'Good')
  await (lostIn(document) === 'pods' ? renewPods(node) : replaceEndedPods(node))
  const [starts, pids, before] = [await kubeletStarts(node), await pidsOn(node), await configz(node)]
  const version = await give()
  const report = await untilStored(node, version, 'Rejected', 'Held', 'RolledBack', 'Good', 'DeadEnd')
  await untilReady(node)
  const pidsAfter = await pidsOn(node)
  return {
    report,
    starts: (await kubeletStarts(node)) - starts,
    healthz: await healthz(node),
    goesOn: JSON.stringify(await configz(node)) === JSON.stringify(before),
    pidsKept: pids.every((pid) => pidsAfter.includes(pid)),
  }
}
