import { balloon } from '../../../../src/lib/names.ts'
import { formatMark, newMark } from '../../../../src/lib/sizes/model/cordon.ts'
import type { InProcess } from '../../../support/in-process.ts'

const path = (node: string): string => `/api/v1/nodes/${node}`

interface NodeBody {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> }
  readonly spec?: { readonly unschedulable?: boolean }
}

export interface CordonSeen {
  readonly cordoned: boolean
  readonly mark: string | undefined
}

export function cordonOf(world: InProcess, node = 'node-a'): CordonSeen {
  const { metadata, spec } = world.asAdmin<NodeBody>({ method: 'GET', path: path(node) })
  return { cordoned: spec?.unschedulable ?? false, mark: metadata.annotations?.[balloon.cordonAnnotation] }
}

export const free: CordonSeen = { cordoned: false, mark: undefined }
export const theirs: CordonSeen = { cordoned: true, mark: undefined }

function patchNode(world: InProcess, fieldManager: string, body: object, node = 'node-a'): void {
  const contentType = 'application/merge-patch+json'
  world.asAdmin({ method: 'PATCH', path: path(node), query: { fieldManager }, contentType, body })
}

/** As kubectl does it. */
export function cordonByHand(world: InProcess, unschedulable = true): void {
  patchNode(world, 'kubectl', { spec: { unschedulable: unschedulable || null } })
}

/** A command of the past: so many milliseconds ago it cordoned the node, and has not undone it. */
export function cordonAs(world: InProcess, by: string, { agoMs, node }: { agoMs: number; node?: string }): string {
  const mark = formatMark(newMark({ by, now: world.clock.now() - agoMs, timeoutMs: 40_000 }))
  const metadata = { annotations: { [balloon.cordonAnnotation]: mark } }
  patchNode(world, balloon.fieldManager, { metadata, spec: { unschedulable: true } }, node)
  return mark
}

/** What the cordon of node-a was, each time that it changed. */
export function cordonsOf(world: InProcess): readonly CordonSeen[] {
  const seen: CordonSeen[] = []
  const query = { watch: 'true', fieldSelector: 'metadata.name=node-a' }
  const user = { name: 'observer', groups: ['system:masters'] }
  const headers = { accept: 'application/json' }
  const reply = world.sandbox.handle({ method: 'GET', path: '/api/v1/nodes', query, headers, user })
  if (reply.kind !== 'watch') throw new Error(JSON.stringify(reply.body))
  let last = JSON.stringify(cordonOf(world))
  reply.subscribe(
    () => {
      const now = cordonOf(world)
      if (JSON.stringify(now) !== last) seen.push(now)
      last = JSON.stringify(now)
    },
    () => undefined,
  )
  return seen
}
