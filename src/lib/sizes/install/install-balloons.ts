import type { Node } from '../../api/node.ts'
import type { Pod } from '../../api/pod.ts'
import { nodeSubject } from '../../message/fact.ts'
import { type Installation, nodeSelectorOf, selects } from '../model/installation.ts'
import { canResizePods } from '../model/kubelet-release.ts'
import { KubeletTooOld } from '../model/size-messages.ts'
import { type Held, heldBy } from './held.ts'
import { BalloonsKeepOldTemplate, type InstallWarning, NoNodeSelected, SelectorNotOurs } from './install-messages.ts'
import type { Draft } from './install-step.ts'
import { subjectOf } from './preflight.ts'
import { podSpecDiffers } from './same-content.ts'

/** The balloons of a cluster, and the DaemonSet that they are to have. */
export interface Balloons {
  readonly nodes: readonly Node[]
  readonly pods: readonly Pod[]
  readonly installed: Installation | undefined
  readonly draft: Draft | undefined
}

/** A DaemonSet deletes its pods from nodes that its selector no longer matches, whatever its update strategy. */
export function releasedBy({ nodes, pods, installed, draft }: Balloons): readonly Held[] {
  if (installed === undefined || draft === undefined) return []
  const selector = nodeSelectorOf(draft.result)
  const staying = new Set(nodes.filter(({ labels }) => selects(selector, labels)).map(({ name }) => name))
  return heldBy(pods, installed).filter(({ node }) => !staying.has(node))
}

/** OnDelete: a new template must not cost a node its size. */
function templateWarnings(balloons: Balloons): InstallWarning[] {
  const { pods, installed, draft } = balloons
  if (installed === undefined || draft?.live === undefined || !podSpecDiffers(draft.live, draft.result)) return []
  return heldBy(pods, installed).length > releasedBy(balloons).length ? [BalloonsKeepOldTemplate()] : []
}

function selectorWarnings({ draft }: Balloons): InstallWarning[] {
  if (draft === undefined) return []
  const wanted = nodeSelectorOf(draft.object)
  const labels = Object.entries(nodeSelectorOf(draft.result)).filter(([key]) => !(key in wanted))
  return labels.length === 0 ? [] : [SelectorNotOurs({ subject: subjectOf(draft.object), labels })]
}

/** Warns when no node is selected, and of kubelets that are too old to resize pods. */
function nodeWarnings({ nodes, draft }: Balloons): InstallWarning[] {
  const selector = draft === undefined ? {} : nodeSelectorOf(draft.result)
  const linux = nodes.filter(({ operatingSystem }) => operatingSystem === 'linux')
  const chosen = linux.filter(({ labels }) => selects(selector, labels))
  return [
    ...(chosen.length > 0 || linux.length === 0 ? [] : [NoNodeSelected({ linuxNodes: linux.length, selector })]),
    ...chosen
      .filter(({ kubeletVersion }) => !canResizePods(kubeletVersion))
      .map(({ name, kubeletVersion }) =>
        KubeletTooOld({
          subject: nodeSubject(name),
          kubeletVersion,
        }),
      ),
  ]
}

/** What to know before the DaemonSet is written. */
export const warningsOn = (balloons: Balloons): readonly InstallWarning[] => [
  ...selectorWarnings(balloons),
  ...templateWarnings(balloons),
  ...nodeWarnings(balloons),
]
