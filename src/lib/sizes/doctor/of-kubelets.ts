import type { Finding, Severity } from '../../message/findings.ts'
import { canResizePods } from '../model/kubelet-release.ts'
import type { NodeSize } from '../model/node-size.ts'
import type { ClusterSeen, KubeletSeen, KubeletSettings } from './cluster-seen.ts'
import {
  CgroupNotKnown,
  CgroupV2Required,
  KubeletGateOff,
  KubeletsNotAsked,
  KubeletsNotRead,
  KubeletsResize,
  ManagersStatic,
  type SizeDoctorFact,
  SwapKeepsMemory,
  SwapNotKnown,
} from './doctor-messages.ts'

type Seen = Pick<ClusterSeen, 'sizes' | 'kubelets'>

/** A kubelet that is asked, and what it has answered. */
type Answered = Pick<KubeletSeen, 'node'> & { readonly settings: KubeletSettings }

/** Whether kubelets resize pods, as their Nodes and their configurations show. */
export function ofKubelets({ sizes, kubelets }: Seen): readonly Finding[] {
  const managed = sizes.filter(({ state }) => state !== 'NotManaged')
  const answered = kubelets.flatMap(({ node, settings: { value } }) =>
    value === undefined ? [] : [{ node, settings: value }],
  )
  return [...ofVersions(managed), ...notAsked(managed, kubelets), ...ofSwap(managed, answered), ...ofSettings(answered)]
}

function ofVersions(managed: readonly NodeSize[]): readonly Finding[] {
  const able = managed.map(({ node }) => node).filter(({ kubeletVersion }) => canResizePods(kubeletVersion))
  if (able.length === 0) return []
  const counts = [...Map.groupBy(able, ({ kubeletVersion }) => kubeletVersion)]
  const versions = counts.map(([version, nodes]) => ({ version, nodes: nodes.length }))
  return [finding('works', KubeletsResize({ versions }))]
}

function notAsked(managed: readonly NodeSize[], kubelets: readonly KubeletSeen[]): readonly Finding[] {
  const failed = kubelets.flatMap(({ node, settings: { failure } }) =>
    failure === undefined ? [] : [{ node, failure }],
  )
  const [first] = failed
  if (first !== undefined) {
    const nodes = failed.map(({ node }) => node.name)
    return [finding('care', KubeletsNotRead({ nodes, because: first.failure.fact }))]
  }
  if (kubelets.length > 0 || managed.length === 0) return []
  return [finding('works', KubeletsNotAsked({ count: managed.length }))]
}

/** With LimitedSwap, a kubelet resizes no memory of a balloon. A Node only shows whether there is swap space. */
function ofSwap(managed: readonly NodeSize[], answered: readonly Answered[]): readonly Finding[] {
  const settings = new Map(answered.map(({ node, settings: its }) => [node.name, its]))
  const swapping = managed.map(({ node }) => node).filter(({ swapBytes = 0 }) => swapBytes > 0)
  const unknown = swapping.filter(({ name }) => !settings.has(name))
  const limited = swapping.filter(({ name }) => settings.get(name)?.swapBehavior === 'LimitedSwap')
  return [...about('error', SwapKeepsMemory, limited), ...about('care', SwapNotKnown, unknown)]
}

const gate = 'InPlacePodVerticalScaling'

function ofSettings(answered: readonly Answered[]): readonly Finding[] {
  const nodesWith = (is: (settings: KubeletSettings) => boolean) =>
    answered.filter(({ settings }) => is(settings)).map(({ node }) => node)
  const off = nodesWith(({ gates }) => gates.get(gate) === false)
  const cpu = nodesWith(({ cpuManager }) => cpuManager === 'static')
  const memory = nodesWith(({ memoryManager }) => memoryManager === 'Static')
  const nodes = [...new Set([...cpu, ...memory])].map(({ name }) => name)
  const isStatic = { cpu: cpu.length > 0, memory: memory.length > 0 }
  return [
    ...(off.length === 0 ? [] : [finding('error', KubeletGateOff({ gate, nodes: off.map(({ name }) => name) }))]),
    ...(nodes.length === 0 ? [] : [finding('works', ManagersStatic({ nodes, ...isStatic }))]),
    ...about(
      'works',
      CgroupV2Required,
      nodesWith(({ failCgroupV1 }) => failCgroupV1 === true),
    ),
    ...about(
      'works',
      CgroupNotKnown,
      nodesWith(({ failCgroupV1 }) => failCgroupV1 !== true),
    ),
  ]
}

type OfNodes = typeof SwapKeepsMemory | typeof SwapNotKnown | typeof CgroupV2Required | typeof CgroupNotKnown

const about = (
  severity: Severity,
  message: OfNodes,
  nodes: readonly { readonly name: string }[],
): readonly Finding[] =>
  nodes.length === 0 ? [] : [finding(severity, message({ nodes: nodes.map(({ name }) => name) }))]

const finding = (severity: Severity, fact: SizeDoctorFact): Finding => ({ severity, fact })
