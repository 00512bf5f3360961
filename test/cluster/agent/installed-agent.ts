import { readFile } from 'node:fs/promises'
import { decodeAny } from '../../../src/lib/agent/loop/decode-document.ts'
import type { Phase } from '../../../src/lib/agent/model/phase.ts'
import type { AgentReport } from '../../../src/lib/agent/report/report.ts'
import { acceptedRisksText } from '../../../src/lib/documents/accepted-risks.ts'
import { risks } from '../../../src/lib/kubelet/changes/disruption.ts'
import { digest } from '../../../src/lib/kubelet/compare/digest.ts'
import { agent } from '../../../src/lib/names.ts'
import { kubeletcfg } from '../commands.ts'
import { waitUntil } from '../host/wait-until.ts'
import { writeKubeconfig } from '../kubeconfig.ts'
import { kubectl } from '../kubectl.ts'
import { onNode, writeOnNode } from '../node.ts'
import { removeNodes } from '../own-node.ts'
import { readNode } from '../read.ts'
import { executable } from './executable.ts'

export const agentUnit = 'kubeletcfg-agent'
const adminKubeconfig = '/run/admin.conf'

/** Short, so that a test sees the end of a trial. */
const settings = ['--trial=6s', '--jitter=0', '--health-deadline=15s', '--crash-threshold=2']

let manifests = ''

/** Ends what still waits when the nodes are removed, such as after a failure elsewhere. */
const over = new AbortController()

/** Takes the rights and policies of the agents away: they would refuse the writers of other tests. */
export const removeManifests = (): Promise<string> =>
  kubectl(['delete', '--filename=-', '--ignore-not-found'], { input: manifests })

/** Gives these nodes an agent, as docs/agent.md says: manifests for the cluster, then `agent install` on each node. */
export async function installAgents(nodes: readonly string[], flags: readonly string[] = settings): Promise<void> {
  await giveRights(nodes)
  await Promise.all(nodes.map((node) => installAgent(node, flags)))
}

/** Again for nodes whose agents have lost theirs. */
export async function giveRights(nodes: readonly string[]): Promise<void> {
  const { stdout } = await kubeletcfg(['agent', 'manifests', ...nodes.flatMap((node) => ['--node', node])])
  manifests = stdout
  await kubectl(['apply', '--filename=-'], { input: stdout })
}

/** Settles when the agent reports that it changes nothing. */
export async function installAgent(node: string, flags: readonly string[] = settings): Promise<void> {
  await runInstall(node, flags)
  await untilReport(node, ({ phase }) => phase === 'Idle', 'no agent reports')
}

export async function runInstall(node: string, flags: readonly string[]): Promise<void> {
  const program = await executable()
  await writeOnNode(node, adminKubeconfig, await readFile(await writeKubeconfig(), 'utf8'))
  await onNode(node, [program, 'agent', 'install', `--kubeconfig=${adminKubeconfig}`, '--yes', ...flags])
  await onNode(node, ['rm', adminKubeconfig])
}

/** What the agent says on the Node; undefined: nothing. */
export async function reportOf(node: string): Promise<AgentReport | undefined> {
  const { metadata } = await readNode<{ metadata: { annotations: Record<string, string> } }>(node)
  const text = metadata.annotations[agent.annotation.status]
  return text === undefined ? undefined : (JSON.parse(text) as AgentReport)
}

/** Settles when the agent reports what is waited for; fails with what it reports instead. */
export async function untilReport(
  node: string,
  isSo: (report: AgentReport) => boolean,
  otherwise: string,
  timeoutMs = 180_000,
): Promise<AgentReport> {
  let last: AgentReport | undefined
  await waitUntil(
    async () => {
      last = await reportOf(node)
      return last !== undefined && isSo(last)
    },
    { otherwise, timeoutMs, signal: over.signal },
  ).catch(async (cause) => {
    const log = await onNode(node, ['journalctl', `--unit=${agentUnit}`, '--lines=25', '--output=cat'])
    throw new Error(`${node}: ${otherwise}, but ${JSON.stringify(last)}\n${log}`, { cause })
  })
  return last!
}

/** Settles when the agent has come to one of these. */
export const untilPhase = (node: string, ...phases: readonly Phase[]): Promise<AgentReport> =>
  untilReport(node, ({ phase }) => phases.includes(phase), `not ${phases.join(' or ')}`)

/** The same, about the document that was stored with this resourceVersion. */
export const untilStored = (node: string, version: string, ...phases: readonly Phase[]): Promise<AgentReport> =>
  untilReport(
    node,
    ({ assigned, phase }) =>
      assigned !== undefined &&
      assigned.source !== 'local' &&
      assigned.resourceVersion === version &&
      phases.includes(phase),
    `not ${phases.join(' or ')} with the document of version ${version}`,
    240_000,
  )

/** The configuration that the kubelet runs with, as it says itself. */
export async function configz(node: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await kubectl(['get', '--raw', `/api/v1/nodes/${node}/proxy/configz`])
  return (JSON.parse(text) as { kubeletconfig: Record<string, unknown> }).kubeletconfig
}

/** systemd's own message for each process that it has started for the unit (systemd.journal-fields(7)). */
const started = 'MESSAGE_ID=39f53479d3a045ac8e11786248231fbf'

/** How often the kubelet was started since the node booted. */
export const kubeletStarts = async (node: string): Promise<number> => (await kubeletStartTimes(node)).length

/** When that was, milliseconds since the epoch. */
export async function kubeletStartTimes(node: string): Promise<readonly number[]> {
  const match = ['_PID=1', 'UNIT=kubelet.service', started]
  const script = 'journalctl --sync; journalctl --output=short-unix --quiet "$@"'
  const lines = await onNode(node, ['sh', '-c', script, '-', ...match])
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => Number(line.split(' ', 1)[0]) * 1000)
}

/** Stores a document without any of our checks, as any API client may; returns its resourceVersion. */
export async function store(
  name: string,
  text: string,
  annotations: Readonly<Record<string, string>> = {},
): Promise<string> {
  const object = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `${name}-kubelet-configuration`, namespace: 'kube-system', annotations },
    data: { kubelet: text },
  }
  const version = '--output=jsonpath={.metadata.resourceVersion}'
  const input = JSON.stringify(object)
  return kubectl(['apply', '--server-side', '--force-conflicts', '--filename=-', version], { input })
}

/** The same with each risk accepted, as `push --accept-risk` does. */
export async function storeAtAllRisks(name: string, text: string): Promise<string> {
  const document = await decodeAny(new TextEncoder().encode(text))
  const accepted =
    document === undefined ? {} : { [agent.annotation.acceptedRisks]: acceptedRisksText(digest(document), risks) }
  return store(name, text, accepted)
}

export async function unstore(...names: readonly string[]): Promise<void> {
  const documents = names.map((name) => `${name}-kubelet-configuration`)
  await kubectl(['delete', 'configmap', ...documents, '--namespace=kube-system', '--ignore-not-found'])
}

/** For the end of a test file: of these nodes and their agents, nothing stays in the cluster. */
export async function removeAgents(nodes: readonly string[]): Promise<void> {
  over.abort(new Error('the nodes are removed'))
  await unstore('global', ...nodes)
  await removeNodes()
  await removeManifests()
}
