import { PathUnusual } from '../../../machine/host-messages.ts'
import { fileSubject } from '../../../message/fact.ts'
import { Failure } from '../../../message/failure.ts'

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
  for (const path of pathsOf(orders)) refuseUnusual(path)
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

const pathsOf = ({ live, prepared, root, counts, good }: Orders): readonly string[] => [
  live,
  prepared,
  root,
  counts,
  ...(good.kind === 'link' ? [good.target] : []),
]

function refuseUnusual(path: string): void {
  if (!isUsual(path)) throw new Failure('refused', PathUnusual({ subject: fileSubject(path) }))
}

/** A shell would read another path differently, or in two lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const isUsual = (path: string): boolean => path.startsWith('/') && !/[\0-\x1f\x7f]|\s$/.test(path)

/** Orders, or the mark that they became. */
export interface OrdersRead extends Orders {
  /** The last number that the script wrote into the mark. */
  readonly starts: number | undefined
  /** The boot in which it did; undefined: an earlier version of the script, or nothing was written. */
  readonly bootId: string | undefined
}

/** undefined when they are torn: not exactly what ordersText() writes, and the script's line at most. */
export function readOrders(text: string): OrdersRead | undefined {
  const values = new Map(text.split('\n').map((line) => [line.split(' ', 1)[0]!, line.slice(line.indexOf(' ') + 1)]))
  const value = (key: string): string => values.get(key) ?? ''
  const orders = {
    checkpoint: value('checkpoint'),
    threshold: Number(value('threshold')),
    unit: value('unit'),
    live: value('live'),
    prepared: value('prepared'),
    good: goodOf(value('good')),
    root: value('root'),
    counts: value('counts'),
  }
  const rest = isUsable(orders) && text.startsWith(ordersText(orders)) && text.slice(ordersText(orders).length)
  if (rest === false || !/^(?:starts \d+(?: \S+)?\n)*$/.test(rest)) return undefined
  const [starts, bootId] = value('starts').split(' ')
  return { ...orders, starts: rest === '' ? undefined : Number(starts), bootId }
}

function goodOf(text: string): Good {
  const [kind, rest] = [text.split(' ', 1)[0], text.slice(text.indexOf(' ') + 1)]
  if (kind === 'file') return { kind, sha256: rest }
  return kind === 'link' ? { kind, target: rest } : { kind: 'absent' }
}

const isUsable = (orders: Orders): boolean =>
  Number.isInteger(orders.threshold) && orders.threshold > 0 && pathsOf(orders).every(isUsual)

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
