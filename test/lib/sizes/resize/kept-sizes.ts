import { configMapPath } from '../../../../src/lib/api/kinds.ts'
import { bucketOf } from '../../../../src/lib/sizes/desired/size-bucket.ts'
import { parseSize } from '../../../../src/lib/sizes/model/size.ts'
import type { ResizeRequest } from '../../../../src/lib/sizes/resize/plan-resizes.ts'
import type { InProcess } from '../../../support/in-process.ts'
import { balloonOf, resizeNodes } from './balloons.ts'

const pathOf = (node: string): string => configMapPath('kube-system', bucketOf(node))
const path = pathOf('node-a')

export const cpu = (text: string) => ({ cpu: parseSize('cpu', text) })
export const usual = { nodes: { by: 'name', names: ['node-a'] }, timeoutMs: 5_000, dryRun: 'none' } as const

export type Change = Pick<ResizeRequest, 'size'> & Partial<ResizeRequest>

/** What came of it. */
export async function resizeNodeA(world: InProcess, change: Change) {
  const [item] = await resizeNodes(world, { ...usual, ...change })
  const { failure, value } = item!.outcome
  return failure === undefined
    ? { outcome: value?.outcome, warnings: value?.warnings }
    : { failed: failure.code, fact: failure.fact }
}

/** What is stored for a node, without the time. */
export function keptSize(world: InProcess, node = 'node-a'): unknown {
  const { data = {} } = world.asAdmin<{ data?: Record<string, string> }>({ method: 'GET', path: pathOf(node) })
  const text = data[node]
  if (text === undefined || !text.startsWith('{')) return text
  const { at: _, birth: __, ...rest } = JSON.parse(text) as { at?: string; birth?: object }
  return rest
}

/** The cpu that the balloon of node-a requests. */
export const heldCpu = (world: InProcess) => balloonOf(world).spec.containers[0]?.resources?.requests?.['cpu']

/** Does this request write the desired size of node-a? */
export const isDesiredSizeWrite = (call: { readonly path: string; readonly method: string }): boolean =>
  call.method === 'PATCH' && call.path === path
