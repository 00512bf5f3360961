import { placeIn } from '../../kubelet/check/finding-text.ts'
import { describe } from '../../kubelet/model/describe.ts'
import type { FileRelease, ReleaseInFile } from '../../kubelet/model/file-release.ts'
import { quote } from '../../kubelet/model/quote.ts'
import { newest, oldest, type Release } from '../../kubelet/model/releases.ts'
import type { Tree } from '../../kubelet/model/tree.ts'
import type { Subject } from '../../message/fact.ts'
import { type FactOf, message } from '../../message/message.ts'

/** Where a release comes from that the user did not name. */
export type ReleaseFact =
  | FactOf<typeof ReleaseOfFile>
  | FactOf<typeof NewerThanKnown>
  | FactOf<typeof OlderThanKnown>
  | FactOf<typeof NoReleaseNamed>
  | FactOf<typeof SeveralReleasesNamed>
  | FactOf<typeof OtherReleaseNamed>

interface Named {
  /** With the place of its kubernetesVersion. */
  readonly subject: Extract<Subject, { kind: 'File' }>
  /** The value of kubernetesVersion. */
  readonly value: Tree
  /** The release that the file is validated for. */
  readonly release: Release
}

export interface ReleaseFacts {
  readonly notes: readonly ReleaseFact[]
  readonly warnings: readonly ReleaseFact[]
}

function releaseFact({ file, fileRelease }: ReleaseInFile): ReleaseFact {
  const { release, fit, value, other } = fileRelease
  const { line, column } = value
  const common = { subject: { kind: 'File', name: file, line, column }, value, release } as const
  return fit === 'several' ? SeveralReleasesNamed({ ...common, other: other! }) : messages[fit](common)
}

const harmless: ReadonlySet<ReleaseFact['reason']> = new Set(['ReleaseOfFile', 'NoReleaseNamed'])

interface Chosen {
  readonly release: Release
  readonly releasesInFiles: readonly ReleaseInFile[]
}

/** Facts about the file that decided, and about files that name another release. */
export function releaseFacts({ release, releasesInFiles: [first, ...others] }: Chosen): ReleaseFacts {
  const decisive = first === undefined ? [] : [releaseFact(first)]
  const all = [...decisive, ...others.map((one) => OtherReleaseNamed({ ...releaseFact(one), release }))]
  return {
    notes: all.filter(({ reason }) => harmless.has(reason)),
    warnings: all.filter(({ reason }) => !harmless.has(reason)),
  }
}

export const ReleaseOfFile = message(
  'ReleaseOfFile',
  (fact: Named) => `${named(fact)}: checked for kubelet ${fact.release}`,
)

export const NewerThanKnown = message(
  'NewerThanKnown',
  (fact: Named) => `${named(fact)}, newer than ${newest}, the newest known release: checked for that`,
)

export const OlderThanKnown = message(
  'OlderThanKnown',
  (fact: Named) => `${named(fact)}, older than ${oldest}, the oldest known release: checked for that`,
)

export const NoReleaseNamed = message(
  'NoReleaseNamed',
  (fact: Named) => `${named(fact)}, which is not a release: checked for kubelet ${fact.release}`,
)

export const SeveralReleasesNamed = message(
  'SeveralReleasesNamed',
  (fact: Named & { other: Tree }) =>
    `${named(fact)}, and ${shown(fact.other)} in line ${fact.other.line}: checked for kubelet ${fact.release}; choose one with --kubernetes-version`,
)

/** In another file than the one that decided. */
export const OtherReleaseNamed = message(
  'OtherReleaseNamed',
  (fact: Named) => `${named(fact)}, but all is checked for kubelet ${fact.release}`,
)

const named = ({ subject, value }: Named): string =>
  `${placeIn(subject.name, subject)}: kubernetesVersion is ${shown(value)}`

const shown = (value: Tree): string =>
  value.type === 'scalar' && value.kind === 'string' ? quote(value.text) : describe(value, '')

const messages = {
  exact: ReleaseOfFile,
  newer: NewerThanKnown,
  older: OlderThanKnown,
  none: NoReleaseNamed,
} as const satisfies Record<Exclude<FileRelease['fit'], 'several'>, (named: Named) => ReleaseFact>
