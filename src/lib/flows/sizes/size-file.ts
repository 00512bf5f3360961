import { type Fact, fileSubject } from '../../fact.ts'
import { Failure } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { assignSizes } from '../../size-file/assign.ts'
import { decodeSizes } from '../../size-file/decode.ts'
import type { SizeEntry } from '../../size-file/size-entry.ts'
import type { SizeFileFact, SizeFileProblem } from '../../size-file/size-file-fact.ts'
import type { NodeSize } from '../../sizing/node-size.ts'
import { fullSize, type SizeRequest } from '../../sizing/size.ts'
import { readDocument } from '../../yaml/read/read.ts'
import { type Measurement, measureNodes } from './resize-nodes.ts'
import type { SizingWorld } from './settle.ts'
import type { SetSizeRequest } from './size-change.ts'

export interface SizeFileRequest {
  readonly input: { readonly file: string; readonly bytes: Uint8Array }
  /** Whether nodes that the file does not select get their full size. */
  readonly prune: boolean
}

/** The nodes that a file gives a size, and those that lose theirs. */
export interface Targets {
  readonly measurement: Measurement
  /** By name. */
  readonly targets: readonly { readonly measured: NodeSize; readonly size: SizeRequest; readonly pruned: boolean }[]
  readonly warnings: readonly Fact[]
}

/**
 * Reads a file of sizes and the nodes that it is about. Throws Failure 'invalid' with all problems of the file: first those
 * that need no cluster, then unknown nodes and selectors that overlap.
 */
export async function readTargets(
  world: SizingWorld,
  { input, prune, dryRun }: SizeFileRequest & Pick<SetSizeRequest, 'dryRun'>,
  limits: Limits,
): Promise<Targets> {
  const entries = await readEntries(input)
  const names = entries.flatMap(({ nodes }) => (nodes.by === 'name' ? [nodes.name] : []))
  const nodes = prune || names.length < entries.length ? ({ by: 'all' } as const) : ({ by: 'name', names } as const)
  const measurement = await measureNodes(world, { nodes, dryRun }, limits)
  const { sizes } = measurement
  const {
    sizes: assigned,
    problems,
    warnings,
  } = assignSizes(
    entries,
    sizes.map(({ node }) => node),
  )
  refuseOn(input.file, problems)
  const targets = sizes.flatMap((measured) => {
    const size = assigned.get(measured.node.name)
    if (size !== undefined) return [{ measured, size, pruned: false }]
    return prune && isResized(measured) ? [{ measured, size: fullSize, pruned: true }] : []
  })
  return { targets: targets.toSorted(byName), measurement, warnings }
}

/** A node without a balloon of ours has no size to lose. */
const isResized = ({ state, balloonState }: NodeSize): boolean => state !== 'NotManaged' && 'requests' in balloonState

type Target = Targets['targets'][number]

const byName = (a: Target, b: Target): number => (a.measured.node.name < b.measured.node.name ? -1 : 1)

async function readEntries({ file, bytes }: SizeFileRequest['input']): Promise<readonly SizeEntry[]> {
  const reading = await readDocument(bytes)
  const [first] = reading.findings
  if (reading.outcome === 'unreadable' || first !== undefined) {
    const subject = fileSubject(file, first)
    const isMore = first?.rule === 'READ-DOCUMENTS'
    refuseOn(file, [
      isMore
        ? { reason: 'SizeFileHasMore', subject }
        : { reason: 'SizeFileUnreadable', subject, text: first?.message ?? '' },
    ])
  }
  if (reading.outcome === 'unreadable') return []
  const { entries, problems } = decodeSizes(reading.tree, file)
  refuseOn(file, problems)
  return entries
}

function refuseOn(file: string, problems: readonly SizeFileProblem[]): void {
  if (problems.length === 0) return
  throw new Failure<SizeFileFact>('invalid', { reason: 'SizeFileRefused', subject: fileSubject(file), problems })
}
