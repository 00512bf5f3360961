import type { Node } from '../../api/node.ts'
import { concurrently } from '../../cluster/concurrently.ts'
import { type Fact, fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { settle } from '../../ports/outcomes.ts'
import { readDocument } from '../../yaml/read/read.ts'
import type { HoldPolicy } from '../model/hold-policy.ts'
import type { NodeSize } from '../model/node-size.ts'
import { fullSize, type SizeRequest } from '../model/size.ts'
import type { SizingWorld } from '../ports/cluster.ts'
import { readUsage, type UsageRead } from '../resize/check-usage.ts'
import { type Measurement, measureNodes, type ResizeRequest } from '../resize/plan-resizes.ts'
import { type DesiredSizesRead, storedIn } from '../resize/read-desired-sizes.ts'
import { assignSizes } from './format/assign.ts'
import { byPlace, type Decoded, decodeSizes } from './format/decode.ts'
import { impossibleSizes } from './format/impossible-sizes.ts'
import {
  SizeFileHasMore,
  type SizeFileProblem,
  SizeFileRefused,
  SizeFileUnreadable,
} from './format/size-file-messages.ts'

export interface SizeFileRequest {
  readonly input: { readonly file: string; readonly bytes: Uint8Array }
  /** Whether nodes that the file does not select get their full size. */
  readonly prune: boolean
}

/** A node, and what it is to have. */
export interface Target {
  readonly measured: NodeSize
  readonly size: SizeRequest
  /** undefined: what is stored stays. */
  readonly hold: HoldPolicy | undefined
  readonly pruned: boolean
}

/** The nodes that a file gives a size, and those that lose theirs. */
export interface Targets {
  readonly measurement: Measurement
  /** By name. */
  readonly targets: readonly Target[]
  readonly warnings: readonly Fact[]
  /** undefined: not asked for. */
  readonly usage: UsageRead | undefined
}

type Reading = SizeFileRequest & Pick<ResizeRequest, 'dryRun' | 'checkUsage'>

/**
 * Reads a file of sizes and the nodes that it is about. Throws Failure 'invalid' with all problems of the file: unknown nodes,
 * selectors that overlap and sizes that no pods would leave, too, if the nodes can be read.
 */
export async function readTargets(world: SizingWorld, request: Reading, limits: Limits): Promise<Targets> {
  const { input, prune } = request
  const { entries, problems: inFile } = await readEntries(input)
  const reading = readNodes(world, { ...request, entries }, limits)
  const { value, failure } = inFile.length === 0 ? { value: await reading } : await settle(reading)
  if (failure?.code === 'interrupted') throw failure
  if (value === undefined) return refuse(input.file, inFile)
  const [measurement, usage] = value
  const { sizes, seen } = measurement
  const { assigned, problems, warnings } = assignSizes(entries, seen)
  const all = [...inFile, ...problems, ...impossibleSizes(assigned, sizes)]
  if (all.length > 0) return refuse(input.file, all.toSorted(byPlace))
  const targets = sizes.flatMap((measured): readonly Target[] => {
    const entry = assigned.get(measured.node.name)
    if (entry !== undefined) return [{ measured, size: entry.size, hold: entry.hold, pruned: false }]
    if (!prune || !hasSize(measured, measurement.desiredSizes)) return []
    return [{ measured, size: fullSize, hold: undefined, pruned: true }]
  })
  return { targets: targets.toSorted(byName), measurement, warnings, usage }
}

function readNodes(
  world: SizingWorld,
  { entries, prune, dryRun, checkUsage }: Omit<Reading, 'input'> & Pick<Decoded, 'entries'>,
  limits: Limits,
): Promise<[Measurement, UsageRead | undefined]> {
  const names = entries.flatMap(({ nodes }) => (nodes.by === 'name' ? [nodes.name] : []))
  const isByName = !prune && names.length === entries.length
  const nodes = isByName ? ({ by: 'name', names } as const) : ({ by: 'all' } as const)
  const assigned = (all: readonly Node[]): ReadonlySet<string> => new Set(assignSizes(entries, all).assigned.keys())
  const wanted = isByName || prune ? undefined : assigned
  return concurrently([
    measureNodes(world, { nodes, dryRun, wanted }, limits),
    checkUsage ? readUsage(world.cluster, nodes, limits) : Promise.resolve(undefined),
  ])
}

/** Whether a node has a size of ours, or is to have one once it has a balloon again. */
export const hasSize = ({ node, state, balloonState }: NodeSize, desiredSizes: DesiredSizesRead): boolean =>
  state !== 'NotManaged' && ('requests' in balloonState || storedIn(desiredSizes, node.name) !== undefined)

const byName = (a: Target, b: Target): number => (a.measured.node.name < b.measured.node.name ? -1 : 1)

/** Throws Failure 'invalid' if there is nothing in the file that could be about a node. */
async function readEntries({ file, bytes }: SizeFileRequest['input']): Promise<Decoded> {
  const reading = await readDocument(bytes)
  const [first] = reading.findings
  if (reading.outcome === 'unreadable' || first !== undefined) {
    const subject = fileSubject(file, first)
    const isMore = first?.rule === 'READ-DOCUMENTS'
    return refuse(file, [
      isMore ? SizeFileHasMore({ subject }) : SizeFileUnreadable({ subject, text: first?.message ?? '' }),
    ])
  }
  const decoded = decodeSizes(reading.tree, file)
  return decoded.entries.length === 0 && decoded.problems.length > 0 ? refuse(file, decoded.problems) : decoded
}

function refuse(file: string, problems: readonly SizeFileProblem[]): never {
  throw new Failure('invalid', SizeFileRefused({ subject: fileSubject(file), problems }))
}
