import type { ObjectKind } from '../../api/object.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import type { Part } from '../../cluster/ports/access.ts'
import { desired } from '../../names.ts'
import type { Limits } from '../../ports/limits.ts'
import type { Cluster } from '../ports/cluster.ts'

/** What a user must be allowed for a command. */
export interface Right {
  readonly command: 'get' | 'set' | 'cordon'
  readonly verb: string
  /** With its subresource. */
  readonly resource: string
}

interface Asked extends Right {
  readonly kind: ObjectKind & Part
}

const nodes = { apiVersion: 'v1', kind: 'Node' } as const

const rightsFor = (namespace: string): readonly Asked[] => [
  { command: 'get', verb: 'list', resource: 'nodes', kind: nodes },
  { command: 'get', verb: 'list', resource: 'pods', kind: { apiVersion: 'v1', kind: 'Pod' } },
  {
    ...{ command: 'set', verb: 'patch', resource: 'pods/resize' },
    kind: { apiVersion: 'v1', kind: 'Pod', namespace, subresource: 'resize' },
  },
  {
    ...{ command: 'set', verb: 'patch', resource: `configmaps/${desired.configMaps[0]}` },
    kind: { apiVersion: 'v1', kind: 'ConfigMap', namespace, named: desired.configMaps[0]! },
  },
  { command: 'cordon', verb: 'patch', resource: 'nodes', kind: nodes },
]

/** What the user of the connection may do. */
export const askRights = ({ access, balloons }: Cluster, limits: Limits) =>
  concurrently(
    rightsFor(balloons.namespace).map(async ({ kind, ...right }) => ({
      ...right,
      allowed: await access.may(right.verb, kind, limits),
    })),
  )
