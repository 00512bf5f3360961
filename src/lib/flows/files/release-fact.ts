import type { Subject } from '../../fact.ts'
import type { FileRelease, ReleaseInFile } from '../../kubelet/model/file-release.ts'
import type { Release } from '../../kubelet/model/releases.ts'
import type { Tree } from '../../kubelet/model/tree.ts'

/** Where a release comes from that the user did not name. */
export type ReleaseFact = {
  /** With the place of its kubernetesVersion. */
  readonly subject: Extract<Subject, { readonly kind: 'File' }>
  /** The value of kubernetesVersion. */
  readonly value: Tree
  /** The release that the file is validated for. */
  readonly release: Release
} & (
  | { readonly reason: 'ReleaseOfFile' }
  | { readonly reason: 'NewerThanKnown' }
  | { readonly reason: 'OlderThanKnown' }
  | { readonly reason: 'NoReleaseNamed' }
  | { readonly reason: 'SeveralReleasesNamed'; readonly other: Tree }
  /** In another file than the one that decided. */
  | { readonly reason: 'OtherReleaseNamed' }
)

export interface ReleaseFacts {
  readonly notes: readonly ReleaseFact[]
  readonly warnings: readonly ReleaseFact[]
}

function releaseFact({ file, fileRelease }: ReleaseInFile): ReleaseFact {
  const { release, fit, value, other } = fileRelease
  const { line, column } = value
  const common = { subject: { kind: 'File', name: file, line, column }, value, release } as const
  return fit === 'several' ? { reason: reasons[fit], ...common, other: other! } : { reason: reasons[fit], ...common }
}

const reasons = {
  exact: 'ReleaseOfFile',
  newer: 'NewerThanKnown',
  older: 'OlderThanKnown',
  none: 'NoReleaseNamed',
  several: 'SeveralReleasesNamed',
} as const satisfies Record<FileRelease['fit'], ReleaseFact['reason']>

const harmless: ReadonlySet<ReleaseFact['reason']> = new Set(['ReleaseOfFile', 'NoReleaseNamed'])

interface Chosen {
  readonly release: Release
  readonly releasesInFiles: readonly ReleaseInFile[]
}

/** Facts about the file that decided, and about files that name another release. */
export function releaseFacts({ release, releasesInFiles: [first, ...others] }: Chosen): ReleaseFacts {
  const decisive = first === undefined ? [] : [releaseFact(first)]
  const all = [
    ...decisive,
    ...others.map((one) => ({ ...releaseFact(one), reason: 'OtherReleaseNamed', release }) as const),
  ]
  return {
    notes: all.filter(({ reason }) => harmless.has(reason)),
    warnings: all.filter(({ reason }) => !harmless.has(reason)),
  }
}
