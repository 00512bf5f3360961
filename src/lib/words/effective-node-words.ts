import type { EffectiveNodeFact } from '../flows/agents/effective-node-fact.ts'
import type { Vocabulary } from './phrase.ts'

const onTheNode = (node: string) => `on ${node}, run: sudo kubeletcfg effective`

export const effectiveNodeWords: Vocabulary<EffectiveNodeFact> = {
  ConfigzForbidden: ({ subject: { name }, user }) => ({
    said: `node/${name}: reading the configuration of its kubelet requires the right to get nodes/proxy`,
    hints: [
      `kubectl create clusterrole kubelet-of-${name} --verb=get --resource=nodes/proxy --resource-name=${name}`,
      `kubectl create clusterrolebinding kubelet-of-${name} --clusterrole=kubelet-of-${name} ${whom(user)}`,
      'nodes/proxy also lets its holder run commands in the pods of the node',
      onTheNode(name),
    ],
  }),
  KubeletSilent: ({ subject: { name }, ready, because }) => ({
    said: ready
      ? `node/${name}: its kubelet does not answer`
      : `node/${name} is not ready, and its kubelet does not answer`,
    because,
    hints: [
      ready
        ? 'check that the API server can connect to port 10250 of the node, and enableServer of the kubelet'
        : 'on the node, see: systemctl status kubelet',
    ],
  }),
  ConfigzUnreadable: ({ subject: { name } }) => ({
    said: `node/${name}: what answers for its kubelet does not report a configuration`,
    hints: [onTheNode(name)],
  }),
  OriginsOnNode: ({ subject: { name } }) =>
    `on-node: a file, a drop-in or a flag of the node, which the cluster does not tell apart; ${onTheNode(name)}`,
  NoAgentApplies: ({ subject: { name } }) => `node/${name} has no agent: documents of the cluster have no effect there`,
  AgentNotHeard: ({ subject: { name } }) =>
    `node/${name}: its agent was not heard for long, and another document may be active by now`,
  ActiveNotKnown: ({ subject: { name }, because }) => ({
    said: `node/${name}: it is not known which document is active, so that its values count as set on the node`,
    because,
  }),
  ActiveTextGone: ({ subject: { name }, revision }) =>
    `node/${name}: the active document${revision === undefined ? '' : ` (revision ${revision})`} is no longer stored, so that its values count as set on the node`,
}

/** The flag of kubectl for a user. */
function whom(user: string | undefined): string {
  const [, namespace, name] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(user ?? '') ?? []
  return namespace === undefined ? `--user=${user ?? 'USER'}` : `--serviceaccount=${namespace}:${name}`
}
