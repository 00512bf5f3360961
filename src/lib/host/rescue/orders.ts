import { fileSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { HostFact } from '../host-fact.ts'

/** What rescue.sh needs to know. All paths are the host's. */
export interface Orders {
  readonly checkpoint: string
  readonly threshold: number
  /** The unit of the kubelet. */
  readonly unit: string
  /** The file that is replaced. */
  readonly live: string
  /** Where the good content waits beside it. */
  readonly prepared: string
  readonly good: Good
  /** The kubelet's root directory, with its state files. */
  readonly root: string
  /** The file that starts are counted in. */
  readonly counts: string
}

export type Good =
  | { readonly kind: 'file'; readonly sha256: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'link'; readonly target: string }

/** One `key value` per line, for `read -r` of a shell. Without its last line it is torn, and not obeyed. */
export function ordersText(orders: Orders): string {
  const { checkpoint, threshold, unit, live, prepared, good, root, counts } = orders
  for (const path of [live, prepared, root, counts, ...(good.kind === 'link' ? [good.target] : [])]) refuseUnusual(path)
  const lines = Object.entries({
    checkpoint,
    threshold,
    unit,
    live,
    prepared,
    good: goodText(good),
    root,
    counts,
  }).map(([key, value]) => `${key} ${value}`)
  return [...lines, 'end', ''].join('\n')
}

function goodText(good: Good): string {
  if (good.kind === 'file') return `file ${good.sha256}`
  return good.kind === 'link' ? `link ${good.target}` : 'absent'
}

/** A shell would read such a path differently, or in two lines. */
function refuseUnusual(path: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  if (path.startsWith('/') && !/[\0-\x1f\x7f]|\s$/.test(path)) return
  throw new Failure<HostFact>('refused', { reason: 'PathUnusual', subject: fileSubject(path) })
}

/** What the agent wants to know of orders, or of the mark that they became. */
export interface OrdersRead {
  readonly checkpoint: string
  readonly threshold: number
  readonly counts: string
  /** The last number that the script wrote into the mark. */
  readonly starts: number | undefined
}

/** undefined when they are torn. */
export function readOrders(text: string): OrdersRead | undefined {
  const lines = text.split('\n')
  const values = new Map(lines.map((line) => [line.split(' ', 1)[0]!, line.slice(line.indexOf(' ') + 1)]))
  const [checkpoint, counts] = [values.get('checkpoint'), values.get('counts')]
  const threshold = Number(values.get('threshold'))
  if (!lines.includes('end') || checkpoint === undefined || counts === undefined) return undefined
  const starts = Number(values.get('starts'))
  return { checkpoint, counts, threshold, starts: Number.isInteger(starts) ? starts : undefined }
}

/** What rescue.sh has counted: only in this boot. */
export interface Counts {
  readonly bootId: string
  readonly starts: number
  readonly rest: string
}

export function readCounts(text: string): Counts | undefined {
  const [, bootId, starts, rest] = /^(\S+) (\d{1,9}) (\d+ \d+ end)\n$/.exec(text) ?? []
  return bootId === undefined ? undefined : { bootId, starts: Number(starts), rest: rest! }
}

export const countsText = ({ bootId, starts, rest }: Counts): string => `${bootId} ${starts} ${rest}\n`
