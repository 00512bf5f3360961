import { byPlace, type Finding } from '../model/finding.ts'
import { acceptingText } from '../model/message.ts'
import { describeReleases, type Release } from '../model/releases.ts'

/** A finding, and the releases whose kubelets report it. */
export interface ReleaseFinding extends Finding {
  readonly releases: readonly Release[]
}

interface Judged<F> {
  readonly release: Release
  readonly findings: readonly F[]
}

interface Merged<F> {
  finding: F
  readonly releases: Release[]
}

/**
 * The findings of several releases in document order, each once. Messages that name their release are merged into one
 * that names all of them.
 */
export function mergeFindings<F extends Finding>(judged: readonly Judged<F>[]): readonly (F & ReleaseFinding)[] {
  return judged.length === 1 ? ofOneRelease(judged[0]!) : ofSeveralReleases(judged)
}

function ofOneRelease<F extends Finding>({ release, findings }: Judged<F>): readonly (F & ReleaseFinding)[] {
  const releases = [release]
  const known = new Set<string>()
  const own: (F & ReleaseFinding)[] = []
  for (const finding of findings) {
    const identity = identityOf(finding)
    if (!known.has(identity)) own.push({ ...finding, releases })
    known.add(identity)
  }
  return own.sort(byPlace)
}

function ofSeveralReleases<F extends Finding>(judged: readonly Judged<F>[]): readonly (F & ReleaseFinding)[] {
  const all: Merged<F>[] = []
  const known = new Map<F | string, Merged<F>>()
  for (const { release, findings } of judged)
    for (const finding of findings) {
      const key = known.has(finding) ? finding : identityOf(finding)
      const merged = known.get(key) ?? { finding, releases: [] }
      if (merged.releases.length === 0) all.push(merged)
      else merged.finding = narrowed(merged.finding, finding)
      if (merged.releases.at(-1) !== release) merged.releases.push(release)
      known.set(finding, merged).set(key, merged)
    }
  return all.map(asOne).sort(byPlace)
}

/**
 * What equal findings have in common: all of this, but neither the release where a message names it, nor the values
 * where it lists those that are accepted.
 */
function identityOf(finding: Finding): string {
  const { rule, reason, severity, path, file = '', line, column } = finding
  const { message, around = [message], accepting } = finding
  const saying = accepting?.before ?? around.join('\n')
  return [rule, reason, severity, line, column, path.length, path, file.length, file, saying].join(' ')
}

/** The values that all releases accept; if there are none, those of the newest. */
function narrowed<F extends Finding>(first: F, later: F): F {
  if (first === later || first.accepting === undefined || later.accepting === undefined) return first
  const { before, values } = first.accepting
  const common = values.filter((value) => later.accepting?.values.includes(value))
  if (common.length === values.length) return first
  const accepting = { before, values: common.length === 0 ? later.accepting.values : common }
  return { ...first, accepting, message: acceptingText(accepting) }
}

const asOne = <F extends Finding>({ finding, releases }: Merged<F>): F & ReleaseFinding => ({
  ...finding,
  ...(finding.around && { message: finding.around.join(describeReleases(releases)) }),
  releases,
})
