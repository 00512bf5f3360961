import type { Node } from '../api/node.ts'
import type { ClusterPorts } from '../cluster/ports/cluster.ts'
import type { ConfigDocument } from '../kubelet/model/document.ts'
import { type Fact, nodeSubject, type Subject } from '../message/fact.ts'
import { Failure, type Said } from '../message/failure.ts'
import { type FactOf, message } from '../message/message.ts'
import type { Limits } from '../ports/limits.ts'
import { type Outcome, settle } from '../ports/outcomes.ts'
import { readConfigz } from '../yaml/read/read-configz.ts'
import { releaseOf } from './releases-of-nodes.ts'

/** What the API server answered for the kubelet of a node. */
export type ConfigzAnswer = Outcome<string | undefined>

export const askConfigz = (cluster: ClusterPorts, node: string, limits: Limits): Promise<ConfigzAnswer> =>
  settle(cluster.nodes.configz(node, limits))

/** The configuration that a kubelet reported; or why there is none. */
export async function configurationIn(node: Node, answer: ConfigzAnswer): Promise<Outcome<ConfigDocument>> {
  const subject = nodeSubject(node.name)
  if (answer.failure !== undefined) return { failure: inWords(node, answer.failure) }
  const found = answer.value === undefined ? undefined : await readConfigz(answer.value, releaseOf(node))
  return found === undefined ? failed('unreachable', ConfigzUnreadable({ subject })) : { value: found }
}

const failed = (code: Failure['code'], fact: ConfigzFact) => ({ failure: new Failure(code, fact) })

/** A node that is not ready is the reason for its silence. */
function inWords({ name, ready }: Node, failure: Failure): Failure {
  const subject = nodeSubject(name)
  if (failure.code === 'refused' && failure.fact.reason === 'AccessDenied')
    return new Failure('refused', ConfigzForbidden({ subject, user: undefined }))
  if (failure.code !== 'unreachable') return failure
  return new Failure('unreachable', KubeletSilent({ subject, ready, because: failure.fact }))
}

/** Why the configuration of a kubelet cannot be read from the cluster. The subject is the node. */
export type ConfigzFact =
  | FactOf<typeof ConfigzForbidden>
  | FactOf<typeof KubeletSilent>
  | FactOf<typeof ConfigzUnreadable>

/** The user may not get nodes/proxy. `user`: as the API server knows them; undefined when it does not say. */
export const ConfigzForbidden = message(
  'ConfigzForbidden',
  ({ subject: { name }, user }: { subject: Subject; user: string | undefined }) => ({
    said: `node/${name}: reading the configuration of its kubelet requires the right to get nodes/proxy`,
    hints: [
      `kubectl create clusterrole kubelet-of-${name} --verb=get --resource=nodes/proxy --resource-name=${name}`,
      `kubectl create clusterrolebinding kubelet-of-${name} --clusterrole=kubelet-of-${name} ${whom(user)}`,
      'nodes/proxy also lets its holder run commands in the pods of the node',
      onTheNode(name),
    ],
  }),
)

/** The kubelet did not answer. */
export const KubeletSilent = message(
  'KubeletSilent',
  ({ subject: { name }, ready, because }: { subject: Subject; ready: boolean; because: Fact | Said }) => ({
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
)

/** It answered with something else. */
export const ConfigzUnreadable = message('ConfigzUnreadable', ({ subject: { name } }: { subject: Subject }) => ({
  said: `node/${name}: what answers for its kubelet does not report a configuration`,
  hints: [onTheNode(name)],
}))

export const onTheNode = (node: string) => `on ${node}, run: sudo kubeletcfg effective`

/** The flag of kubectl for a user. */
function whom(user: string | undefined): string {
  const [, namespace, name] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(user ?? '') ?? []
  return namespace === undefined ? `--user=${user ?? 'USER'}` : `--serviceaccount=${namespace}:${name}`
}
