import { byPlace, type Finding } from '../model/finding.ts'
import { describeReleases, type Release } from '../model/releases.ts'

/** A finding, and the releases whose kubelets have it. */
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
  /** Does each release say it in its own words? */
  named: boolean
}

/**
 * The findings of several releases in document order, each once. Messages that differ only in the release that they
 * name are one, and then name all of them.
 */
export function mergeFindings(judged: readonly Judged[]): readonly ReleaseFinding[] {
  const all: Merged[] = []
  const known = new Map<Finding | string, Merged>()
  for (const { release, findings } of judged)
    for (const finding of findings) {
      const key = known.has(finding) ? finding : keyOf(finding, release)
      const merged = known.get(key) ?? { finding, releases: [], named: false }
      if (merged.releases.length === 0) all.push(merged)
      if (merged.releases.at(-1) !== release) merged.releases.push(release)
      merged.named ||= merged.finding.message !== finding.message
      known.set(finding, merged).set(key, merged)
    }
  return all.map(asOne).sort(byPlace)
}

const keyOf = ({ rule, path, line, column, message }: Finding, release: Release): string =>
  `${line}:${column} ${rule} ${path}\n${message.replaceAll(release, '\n')}`

const asOne = ({ finding, releases, named }: Merged): ReleaseFinding => ({
  ...finding,
  ...(named && { message: finding.message.replaceAll(releases[0]!, describeReleases(releases)) }),
  releases,
})
