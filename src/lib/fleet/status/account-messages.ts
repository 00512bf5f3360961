import type { OptOut } from '../../agent/model/opt-out.ts'
import type { Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'

/** What a cluster shows of a node whose agent does not. The subject is the node. */
export type AccountFact =
  | FactOf<typeof AgentNotThere>
  | FactOf<typeof AgentSilent>
  | FactOf<typeof AgentOptedOut>
  | FactOf<typeof KubeletNotHeard>
  | FactOf<typeof DocumentNotSeen>

/** No agent reports of it. */
export const AgentNotThere = message('AgentNotThere', (_: { subject: Subject }) => ({
  said: 'no agent reports: documents have no effect on this node',
  hints: ['on the node, run: kubeletcfg agent install'],
}))

/** `secondsAgo`: since it was heard last; undefined: never. */
export const AgentSilent = message(
  'AgentSilent',
  ({ secondsAgo }: { subject: Subject; secondsAgo: number | undefined }) => ({
    said: `the agent was not heard ${secondsAgo === undefined ? 'yet' : `for ${seconds(secondsAgo)}`}`,
    hints: ['on the node, see: systemctl status kubeletcfg-agent'],
  }),
)

export const AgentOptedOut = message(
  'AgentOptedOut',
  ({ subject, optOut: { by, mode } }: { subject: Subject; optOut: OptOut }) => ({
    said: `it has opted out (${mode}), by ${by === 'file' ? 'a file on the node' : 'an annotation'}`,
    hints: [by === 'file' ? 'on the node, run: kubeletcfg agent opt-in' : `kubeletcfg opt-in ${subject.name}`],
  }),
)

/** Ready is Unknown. */
export const KubeletNotHeard = message('KubeletNotHeard', ({ subject }: { subject: Subject }) => ({
  said: 'the kubelet reports nothing: Ready is Unknown, and what runs on the node is not known',
  hints: [`kubectl describe node ${subject.name} shows since when`],
}))

/** The agent does not know what is stored now. */
export const DocumentNotSeen = message(
  'DocumentNotSeen',
  (_: { subject: Subject }) => 'the cluster has another document for the node than its agent has seen',
)

export const seconds = (count: number): string => (count < 120 ? `${count}s` : `${Math.round(count / 60)}m`)
