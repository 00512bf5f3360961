import { byCodePoint } from '../kubelet/compare/code-point.ts'
import { type Change, diff } from '../kubelet/compare/diff.ts'
import { Effective } from '../kubelet/defaults/effective.ts'
import { materialize } from '../kubelet/defaults/materialize.ts'
import { asMap } from '../kubelet/defaults/values.ts'
import type { ConfigDocument, Value } from '../kubelet/model/document.ts'
import { emptyDocument } from '../kubelet/model/empty-document.ts'
import type { Release } from '../kubelet/model/releases.ts'
import { type Cost, costs, plainRestart } from './costs.ts'
import { mayBe } from './direction.ts'
import { type ChangeKind, costlier } from './kind.ts'

/** One field that a kubelet would work with differently. */
export interface AssessedChange extends Change, Pick<Cost, 'kind' | 'stateFile' | 'blindly'> {}

export interface Assessment {
  /** By path. Values after defaulting: what was written but changes nothing is not there. */
  readonly changes: readonly AssessedChange[]
  /** The costliest of them; 'none' without any. */
  readonly kind: ChangeKind
}

/** What it costs a node of this release to go from one document to another; no document is one with all defaults. */
export function assessChange(
  release: Release,
  {
    before = emptyDocument,
    after = emptyDocument,
  }: { before: ConfigDocument | undefined; after: ConfigDocument | undefined },
): Assessment {
  const [old, current] = [new Effective(before, release), new Effective(after, release)]
  const changes = diff(materialize(old), materialize(current)).map((change) => {
    const field = topLevel(change.path)
    const cost = costs.get(field) ?? plainRestart
    const [from, to] = [valueAt(old, change.path), valueAt(current, change.path)]
    const { kind, stateFile, blindly } = mayBe(cost, from, to) ? cost : plainRestart
    return { ...change, kind, ...(stateFile && { stateFile }), blindly }
  })
  return { changes, kind: changes.map(({ kind }) => kind).reduce(costlier, 'none') }
}

/** Of a field, or of a key of its map. */
function valueAt(config: Effective, path: string): Value | undefined {
  const [, field = path, key] = /^(\w+)(?:\[(.+)\])?$/.exec(path) ?? []
  const value = config.get(field)
  return key === undefined ? value : asMap(value).get(key)
}

const topLevel = (path: string): string => /^\w+/.exec(path)?.[0] ?? path

/** For kubelets of several releases: the costliest of what each would say of a field. */
export function assessForAll(
  releases: readonly Release[],
  documents: { before: ConfigDocument | undefined; after: ConfigDocument | undefined },
): Assessment {
  const changes = new Map<string, AssessedChange>()
  for (const release of releases)
    for (const change of assessChange(release, documents).changes) {
      const other = changes.get(change.path)
      if (other === undefined || costlier(other.kind, change.kind) !== other.kind) changes.set(change.path, change)
    }
  const all = [...changes.values()].sort((a, b) => byCodePoint(a.path, b.path))
  return { changes: all, kind: all.map(({ kind }) => kind).reduce(costlier, 'none') }
}
