import { configWords } from '../../agent/report/report-messages.ts'
import { keeperText } from '../../documents/keeper.ts'
import { messageOf } from '../../message/describe.ts'
import { factsData } from '../../output/facts-data.ts'
import type { View } from '../../output/view.ts'
import { inDoubleQuotes } from '../../quoting.ts'
import { documentData, shortDigest } from '../list/output.ts'
import type { Given } from '../rollout/global-under-rollout.ts'
import { means } from '../status/account.ts'
import type { NodeStatus } from '../status/node-status.ts'
import { configData, hintsOf, messageOfWhy } from '../status/output.ts'
import type { SourceReport } from './source.ts'

function sourceData(report: SourceReport): Record<string, unknown> {
  const { node, nodeExists, kubeletVersion, source, given, document, shadowed, status, warnings } = report
  return {
    node,
    nodeExists: nodeExists ?? null,
    kubeletVersion: kubeletVersion ?? null,
    source,
    given: given ?? null,
    document: document ? documentData(document) : null,
    shadowed: shadowed ? documentData(shadowed) : null,
    ...statusData(status),
    warnings: factsData(warnings),
  }
}

const statusData = (status: NodeStatus | undefined) => ({
  state: status?.state ?? null,
  stateReason: status?.why?.reason ?? null,
  stateMessage: status?.why === undefined ? null : messageOfWhy(status.why),
  stateHints: status === undefined ? [] : hintsOf(status),
  runs: configData(status?.runs),
})

/** -o name prints the document that the node gets. */
export const sourceView: View<SourceReport> = {
  kind: 'Source',
  columns: [],
  wide: [],
  data: sourceData,
  key: ({ node }) => node,
  name: ({ document }) => document && `configmap/${document.stored.name}`,
}

/** Of several nodes. */
export const sourceListView: View<SourceReport> = { ...sourceView, kind: 'SourceList' }

/** The answer, then the reason, then what became of it, on separate lines. */
export function describeSource(report: SourceReport): string {
  const { node, shadowed, nodeExists, status } = report
  const lines = [
    ...(nodeExists === false ? [`node/${node} does not exist; a node of this name would get:`] : []),
    ...documentLines(report),
    ...(shadowed === undefined ? [] : [`  hides configmap/${shadowed.stored.name}`]),
    ...(status === undefined ? [] : outcomeLines(report, status)),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

const givenText: Readonly<Record<Given, string>> = {
  promoted: 'a rollout decides about that: the node gets what is promoted',
  candidate: 'a rollout decides about that: the node gets its candidate',
}

function documentLines({ node, source, given, document, ignoresGlobal }: SourceReport): readonly string[] {
  if (document === undefined)
    return [
      `${node}: local configuration`,
      ignoresGlobal
        ? `  it has no document of its own, and ignores the global one: kubeletcfg opt-in ${node} --global-documents`
        : '  it has no document of its own, and there is no global one',
      ...(given === undefined ? [] : [`  ${givenText[given]}`]),
      '  the kubelet uses its on-disk file or flags',
    ]
  const { revision, message } = document.stored.stamp
  const digest = document.digest === undefined ? [] : [shortDigest(document.digest)]
  const version = [...(revision === undefined ? [] : [`revision ${revision}`]), ...digest]
  return [
    `${node}: ${source} document`,
    `  configmap/${document.stored.name}`,
    ...(version.length === 0 ? [] : [`  ${version.join(', ')}`]),
    source === 'node'
      ? '  it has a document of its own, which is used as a whole'
      : '  it has no document of its own, so it gets the global one',
    ...(given === undefined ? [] : [`  ${givenText[given]}`]),
    ...(message === undefined ? [] : [`  pushed with the message ${inDoubleQuotes(message)}`]),
    ...stateLines(document),
  ]
}

function stateLines({ flaw, editedByHand, stored }: NonNullable<SourceReport['document']>): readonly string[] {
  if (flaw !== undefined)
    return [
      `  unusable: ${messageOf(flaw)}`,
      '  the node keeps its current configuration: no other document is used instead',
    ]
  if (stored.keeper !== undefined) return [`  applied by ${keeperText(stored.keeper)}`]
  return editedByHand ? ['  edited by hand since it was pushed'] : []
}

/** What the node does with it. A node without a document that runs its own files, or without an agent, does nothing. */
function outcomeLines({ document }: SourceReport, status: NodeStatus): readonly string[] {
  const { state, runs, report, why } = status
  const isLocal = document === undefined && (runs === undefined || runs.source === 'local')
  if (isLocal && (state === 'Idle' || state === 'NoAgent')) return []
  const since = report === undefined ? '' : ` since ${report.since}`
  return [
    ...(state === 'Good' ? [] : [`  state: ${state}${since}`]),
    ...(runs === undefined ? [] : [`  the kubelet runs ${means(runs, document?.digest) ? 'it' : configWords(runs)}`]),
    ...(why === undefined ? [] : [`  ${messageOfWhy(why)}`]),
    ...hintsOf(status).map((hint) => `  hint: ${hint}`),
  ]
}
