import { Effective } from '../defaults/effective.ts'
import { Merged } from '../defaults/merged.ts'
import { gatePath, Watched } from '../defaults/watched.ts'
import type { ConfigDocument } from '../model/document.ts'
import type { Finding } from '../model/finding.ts'
import { said } from '../model/message.ts'
import type { Release } from '../model/releases.ts'
import type { Position } from '../model/tree.ts'
import type { Problem, Rule } from '../rules/rule.ts'
import { rulesFor, type Staged } from './attention.ts'

/** The kubelet's findings about the values of a document that it could decode, stage by stage. */
export const judge = (document: ConfigDocument, release: Release): readonly Finding[] =>
  judged(document, new Effective(document, release))

/** The same about a document that drop-ins were merged into; `undefaulted` as `merge` returns it. */
export const judgeMerged = (
  document: ConfigDocument,
  release: Release,
  undefaulted: readonly ConfigDocument[] = [],
): readonly Finding[] => judged(document, new Merged(document, release, undefaulted), undefaulted)

function judged(
  document: ConfigDocument,
  config: Effective,
  undefaulted: readonly ConfigDocument[] = [],
): readonly Finding[] {
  const findings: Finding[] = []
  for (const { stage, rule } of rulesFor([document, ...undefaulted], config.release))
    for (const problem of rule.check(config)) findings.push(findingOf(problem, { stage, rule, config, document }))
  return withoutMoot(findings)
}

interface Undecoded {
  readonly release: Release
  /** Paths of values that do not decode. */
  readonly undecoded: readonly string[]
}

/**
 * Findings about the rest of a document. Of rules that depend on a value or gate that does not decode, only the findings
 * about other entries of the same map remain.
 */
export function judgeRemains(remains: ConfigDocument, { release, undecoded }: Undecoded): readonly Finding[] {
  const open = [...new Set(undecoded.map(openedBy))]
  const findings: Finding[] = []
  for (const { stage, rule } of rulesFor([remains], release)) {
    const config = new Watched(remains, release)
    const problems = [...rule.check(config)]
    const unsure = open.filter((one) => config.hasSeen(one))
    const sure = problems.filter(({ path }) => unsure.every((field) => isEntryOf(remains, field, path)))
    findings.push(...sure.map((problem) => findingOf(problem, { stage, rule, config, document: remains })))
  }
  return withoutMoot(findings)
}

/** Entries of a map are judged one by one; items of a list are not, because they lose their place. */
const isEntryOf = ({ fields }: ConfigDocument, field: string, path = ''): boolean =>
  fields.get(field)?.type === 'map' && path.startsWith(`${field}[`)

/** `evictionHard` of `evictionHard[memory.available]`; of `featureGates[NodeSwap]`, that gate. */
function openedBy(path: string): string {
  const gate = /^featureGates\[(.*)\]$/.exec(path)?.[1]
  return gate === undefined ? path.split('[', 1)[0]! : gatePath(gate)
}

/** Requirements on the host are not reported for a value that is wrong itself, or has something wrong in it. */
function withoutMoot(findings: readonly Finding[]): readonly Finding[] {
  if (!findings.some(isError)) return findings
  const [errors, others] = [findings.filter(isError), findings.filter((one) => !isError(one))]
  const lengths = [...new Set(others.map(({ path }) => path.length))]
  const moot = new Set(errors.flatMap(({ path }) => lengths.filter(endsName(path)).map((end) => path.slice(0, end))))
  return findings.filter((one) => isError(one) || !moot.has(one.path))
}

const isError = ({ severity }: Finding): boolean => severity === 'error'

/** Whether a path with this many characters of another one is that path, or above it, as `a` is above `a[b]` and `a.b`. */
const endsName =
  (path: string) =>
  (length: number): boolean =>
    ['', '.', '['].includes(path.charAt(length))

/** Of a problem without a place of its own: the first field of the rule that the document has. */
function placeOf(
  { path, at }: Problem,
  { fields }: Rule,
  config: Effective,
): { path: string; at: Position | undefined } {
  if (path !== undefined && at !== undefined) return { path, at }
  const written = fields.find((field) => config.written(field) !== undefined)
  return {
    path: path ?? written ?? fields[0] ?? '',
    at: at ?? (written === undefined ? undefined : config.written(written)),
  }
}

interface Broken extends Staged {
  readonly config: Effective
  readonly document: Position
}

function findingOf(problem: Problem, { rule, stage, config, document }: Broken): Finding {
  const { reason, severity = rule.severity ?? 'error', fatal = rule.fatal !== false, remedy = rule.remedy } = problem
  const { id, since, until } = rule
  const { path: blamed, at } = placeOf(problem, rule, config)
  const { line, column } = at ?? document
  return {
    path: blamed,
    line,
    column,
    severity,
    fatal: severity === 'error' && fatal,
    rule: id,
    stage,
    reason: reason ?? (severity === 'info' ? 'HostRequirement' : 'FieldValueInvalid'),
    ...said(problem, blamed),
    ...(remedy !== undefined && { remedy }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  }
}
