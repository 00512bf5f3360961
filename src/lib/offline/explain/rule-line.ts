import { describeReleases, releases } from '../../kubelet/model/releases.ts'
import { appliesTo, type Rule } from '../../kubelet/rules/rule.ts'

/** A rule in a list: its id, what it requires, and its releases when these are not all. */
export function ruleLine(rule: Rule): string {
  const some = releases.filter((release) => appliesTo(release, rule))
  const span = some.length === releases.length ? '' : ` [${describeReleases(some)}]`
  return `${rule.id}  ${rule.meaning}${span}${rule.unbreakable === undefined ? '' : ' (no file can break it)'}`
}

export const ruleReference = ({ id, meaning, unbreakable }: Rule): Record<string, unknown> => ({
  id,
  meaning,
  unbreakable: unbreakable ?? null,
})
