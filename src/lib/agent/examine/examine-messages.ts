import type { Risk } from '../../kubelet/changes/disruption.ts'
import { guards } from '../../kubelet/changes/guarded-fields.ts'
import { waysOnFrom } from '../../kubelet/changes/impact/impact-text.ts'
import type { Fact } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'
import type { PodsWouldEnd } from './pods-would-end.ts'

/** Why a document must not be applied to this node, or what is reported about it. */
export type ExamineFact =
  | PodsWouldEnd
  | FactOf<typeof KubeletNotKnown>
  | FactOf<typeof ForbiddenByPolicy>
  | FactOf<typeof ControlPlaneWouldStop>
  | FactOf<typeof HostNotSuitable>
  | FactOf<typeof SeveralProblems>
  | FactOf<typeof ChangeNotKnown>
  | FactOf<typeof FieldsLeftOut>

export const KubeletNotKnown = message(
  'KubeletNotKnown',
  ({ kubeletVersion }: { kubeletVersion: string }) => `kubelet '${kubeletVersion}' is not of a known release`,
)

/** Fields with which others get control of the node: only the node itself can allow them. */
export const ForbiddenByPolicy = message('ForbiddenByPolicy', ({ fields }: { fields: readonly string[] }) => ({
  said: `the agent does not apply ${fields.map((field) => `${field} (${guards[field]?.why})`).join(', ')}`,
  hints: [
    `leave ${fields.length === 1 ? 'it' : 'them'} as on the node, or allow the change on the node: kubeletcfg agent install ${fields.map((field) => `--allow-unsafe=${field}`).join(' ')}`,
  ],
}))

/** The static pods of a control-plane node would stop with the next start of the kubelet. */
export const ControlPlaneWouldStop = message('ControlPlaneWouldStop', () => ({
  said: 'another staticPodPath or staticPodURL would stop the control plane, which runs as static pods on this node',
  hints: ['set staticPodPath and staticPodURL as they are on the node'],
}))

/** This host does not have what the document needs. */
export const HostNotSuitable = message('HostNotSuitable', ({ obstacles }: { obstacles: readonly Fact[] }) => ({
  said: 'this host does not have what the document needs',
  below: obstacles,
}))

export const SeveralProblems = message('SeveralProblems', ({ problems }: { problems: readonly Fact[] }) => ({
  said: 'the document must not be applied to this node',
  below: problems,
}))

/** What runs, or the node's own files, cannot be read: what the change requires is not known. */
export const ChangeNotKnown = message('ChangeNotKnown', (fact: { risks: readonly Risk[] }) => ({
  said: 'what the kubelet runs with cannot be read, so what the change requires is not known',
  hints: waysOnFrom(fact),
}))

/** The document replaces the node's own file as a whole, and does not set what that sets. */
export const FieldsLeftOut = message(
  'FieldsLeftOut',
  ({ fields }: { fields: readonly string[] }) =>
    `the document replaces the node's own file, which sets ${fields.join(', ')}`,
)
