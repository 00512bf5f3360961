import type { Node } from '../../api/node.ts'
import { nodeSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import type { Cluster } from '../../ports/cluster.ts'
import type { Limits } from '../../ports/limits.ts'
import { readConfigz } from '../../yaml/read/read-configz.ts'
import { type Outcome, settle } from '../outcomes.ts'
import { releaseOf } from '../releases-of-nodes.ts'
import type { ConfigzFact } from './effective-node-fact.ts'

/** What the API server answered for the kubelet of a node. */
export type ConfigzAnswer = Outcome<string | undefined>

export const askConfigz = (cluster: Cluster, node: string, limits: Limits): Promise<ConfigzAnswer> =>
  settle(cluster.nodes.configz(node, limits))

/** The configuration that a kubelet reported; or why there is none. */
export async function configurationIn(node: Node, answer: ConfigzAnswer): Promise<Outcome<ConfigDocument>> {
  const subject = nodeSubject(node.name)
  if (answer.failure !== undefined) return { failure: inWords(node, answer.failure) }
  const found = answer.value === undefined ? undefined : await readConfigz(answer.value, releaseOf(node))
  return found === undefined ? failed('unreachable', { reason: 'ConfigzUnreadable', subject }) : { value: found }
}

const failed = (code: Failure['code'], fact: ConfigzFact) => ({ failure: new Failure(code, fact) })

/** A node that is not ready is the reason for its silence. */
function inWords({ name, ready }: Node, failure: Failure): Failure {
  const subject = nodeSubject(name)
  if (failure.code === 'refused' && failure.fact.reason === 'AccessDenied')
    return new Failure<ConfigzFact>('refused', { reason: 'ConfigzForbidden', subject, user: undefined })
  if (failure.code !== 'unreachable') return failure
  return new Failure<ConfigzFact>('unreachable', { reason: 'KubeletSilent', subject, ready, because: failure.fact })
}
