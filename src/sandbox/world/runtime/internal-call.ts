import { create } from '../../core/create.ts'
import type { Call } from '../../core/model/api.ts'
import { kindOf } from '../../core/model/kinds.ts'
import type { KubeObject } from '../../core/model/object.ts'
import { Refusal } from '../../core/model/refusal.ts'
import type { World } from './world.ts'

export interface Author {
  /** User name. */
  readonly name: string
  /** Name of the program. */
  readonly agent: string
}

/** Creates an object through admission, as a controller does. Returns the Refusal if there is one. */
export function tryCreate(
  { api }: World,
  author: Author,
  { resource, object }: { resource: string; object: object & { metadata: { namespace: string } } },
): KubeObject | Refusal {
  const kind = kindOf(resource)
  const { namespace } = object.metadata
  const call: Call = {
    target: { kind, namespace, name: '', subresource: undefined },
    query: {},
    headers: { 'user-agent': author.agent },
    body: JSON.stringify(object),
    warnings: [],
    user: { name: author.name, groups: ['system:masters'] },
  }
  try {
    return create(api, call)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}
