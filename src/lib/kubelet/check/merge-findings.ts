import { byPlace, type Finding } from '../model/finding.ts'
import { describeReleases, type Release } from '../model/releases.ts'

/** A finding, and the releases whose kubelets report it. */
export interface ReleaseFinding extends Finding {
  readonly releases: readonly Release[]
}

interface Judged {
  readonly release: Release
  readonly findings: readonly Finding[]
}

interface Merged {
  readonly finding: Finding
  readonly releases: Release[]
}

/**
 * The findings of several releases in document order, each once. Messages that name their release are merged into one
 * that names all of them.
 */
export function mergeFindings(judged: readonly Judged[]): readonly ReleaseFinding[] {
  const all: Merged[] = []
  const known = new Map<Finding | string, Merged>()
  for (const { release, findings } of judged)
    for (const finding of findings) {
      const key = known.has(finding) ? finding : identityOf(finding)
      const merged = known.get(key) ?? { finding, releases: [] }
      if (merged.releases.length === 0) all.push(merged)
      if (merged.releases.at(-1) !== release) merged.releases.push(release)
      known.set(finding, merged).set(key, merged)
    }
  return all.map(asOne).sort(byPlace)
}

/** What equal findings have in common: everything but these properties, and the release where a message names it. */
const identityOf = ({ rule, reason, severity, path, file, line, column, message, around }: Finding): string =>
  JSON.stringify([rule, reason, severity, path, file, line, column, around ?? message])

const asOne = ({ finding, releases }: Merged): ReleaseFinding => ({
  ...finding,
  ...(finding.around && { message: finding.around.join(describeReleases(releases)) }),
  releases,
})
