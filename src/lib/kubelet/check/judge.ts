import { Effective, type Lasting } from '../defaults/effective.ts'
import { Merged } from '../defaults/merged.ts'
import { asMap } from '../defaults/values.ts'
import { gatePath, isGatePath, Watched } from '../defaults/watched.ts'
import { isGateSomewhere } from '../gates/former.ts'
import type { ConfigDocument } from '../model/document.ts'
import type { Finding } from '../model/finding.ts'
import { said } from '../model/message.ts'
import { perRelease } from '../model/per-release.ts'
import { ageOf, type Release } from '../model/releases.ts'
import type { Position } from '../model/tree.ts'
import type { Problem, Rule } from '../rules/rule.ts'
import { rulesOf, type Staged } from './staged.ts'

/** What rules said about a document, and in which releases they say the same. */
export type Answers = Map<Staged, Lasting<readonly Finding[]>>

/**
 * The kubelet's findings about the values of a document that it could decode, stage by stage. `answers` are for other
 * releases: those that last are taken, and the others replaced.
 */
export const judge = (document: ConfigDocument, release: Release, answers?: Answers): readonly Finding[] =>
  judged(document, new Effective(document, release), { answers })

/** The same about a document that drop-ins were merged into; `undefaulted` as `merge` returns it. */
export const judgeMerged = (
  document: ConfigDocument,
  release: Release,
  undefaulted: readonly ConfigDocument[] = [],
): readonly Finding[] => judged(document, new Merged(document, release, undefaulted), { undefaulted })

function judged(
  document: ConfigDocument,
  config: Effective,
  { undefaulted = [], answers }: { undefaulted?: readonly ConfigDocument[]; answers?: Answers | undefined },
): readonly Finding[] {
  const findings: Finding[] = []
  const about = { config, document }
  for (const staged of rulesFor([document, ...undefaulted], config.release))
    if (answers === undefined) addFindings(findings, staged, about)
    else for (const finding of lastingFindings(answers, staged, about)) findings.push(finding)
  return withoutMoot(findings)
}

interface About {
  readonly config: Effective
  readonly document: Position
}

function lastingFindings(answers: Answers, staged: Staged, about: About): readonly Finding[] {
  const known = answers.get(staged)
  const age = ageOf(about.config.release)
  if (known !== undefined && known.since <= age && age <= known.until) return known.answer
  const found = about.config.lasting(() => addFindings([], staged, about))
  answers.set(staged, found)
  return found.answer
}

function addFindings(findings: Finding[], staged: Staged, about: About): readonly Finding[] {
  for (const problem of staged.check(about.config)) findings.push(findingOf(problem, staged, about))
  return findings
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
  for (const staged of rulesFor([remains], release)) {
    const config = new Watched(remains, release)
    const problems = [...staged.check(config)]
    const unsure = open.filter((one) => config.hasSeen(one))
    const sure = problems.filter(({ path }) => unsure.every((field) => isEntryOf(remains, field, path)))
    findings.push(...sure.map((problem) => findingOf(problem, staged, { config, document: remains })))
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

function findingOf(problem: Problem, { rule, stage }: Staged, { config, document }: About): Finding {
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

/** The names of the last document, and its rules: most documents of a folder have the same. */
const lastOf = perRelease((): { names: readonly string[]; rules: readonly Staged[] } => ({ names: [], rules: [] }))

/** The rules that a document may break, with the documents that it was merged from. */
function rulesFor(documents: readonly ConfigDocument[], release: Release): readonly Staged[] {
  const names = documents.length === 1 ? namesIn(documents[0]!) : documents.flatMap(namesIn)
  const last = lastOf(release)
  if (last.rules.length === 0 || !isSame(names, last.names))
    Object.assign(last, { names, rules: rulesWokenBy(names, release) })
  return last.rules
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((name, i) => name === others[i])

/** The rules that a document with these names may break, in the kubelet's order. */
export function rulesWokenBy(names: readonly string[], release: Release): readonly Staged[] {
  if (names.some(isStrangeGate)) return rulesOf(release)
  const given = new Set(names)
  return rulesOf(release).filter(({ wakes }) => wakes.some((name) => given.has(name)))
}

/** What no release has is misspelt: it may count as any other gate. */
const isStrangeGate = (name: string): boolean => isGatePath(name) && !isGateSomewhere(name.slice(gatePath('').length))

/** What can make rules report: the fields of the root, and each feature gate by itself. */
export const namesIn = ({ fields }: ConfigDocument): readonly string[] => [
  ...fields.keys(),
  ...asMap(fields.get('featureGates')).keys().map(gatePath),
]
