import { make, pathOf } from './requests.ts'
import type { Entity, Subject } from './subject.ts'

export interface NodeCondition {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
  readonly lastHeartbeatTime?: string
  readonly lastTransitionTime?: string
}

export interface Node extends Entity {
  readonly metadata: Entity['metadata'] & {
    readonly creationTimestamp: string
    readonly annotations?: Readonly<Record<string, string>>
  }
  readonly spec: { readonly unschedulable?: boolean; readonly podCIDR?: string }
  readonly status: { readonly conditions?: readonly NodeCondition[] }
}

/** A Node without a kubelet. */
export async function ownNode(
  subject: Subject,
  metadata: object = {},
): Promise<{ name: string; path: string; node: Node }> {
  const name = subject.name()
  const node = await make<Node>(subject, pathOf('nodes'), { metadata: { name, ...metadata } })
  return { name, path: `${pathOf('nodes')}/${name}`, node }
}

export const conditionOf = ({ status }: Node, type: string): NodeCondition | undefined =>
  status.conditions?.find((condition) => condition.type === type)
