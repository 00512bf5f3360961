import { isUtf8 } from 'node:buffer'
import type { Finding } from '../../src/lib/kubelet/model/finding.ts'
import { startsAsJson } from '../../src/lib/yaml/read/text.ts'
import { type JudgedRelease, kubeletOf } from './kubelets.ts'
import { defaultedText, type Ours, ourVerdict, writtenText } from './ours.ts'
import { brokenRules, tallied } from './rules.ts'
import { unquote } from './unquote.ts'
import type { Verdict } from './verdict.ts'

export type Aspect = 'verdict' | 'strict' | 'rules' | 'defaults' | 'start-up'

export interface Disagreement {
  readonly aspect: Aspect
  readonly ours: string
  readonly kubelets: string
  /** What we find fatal, in our words. */
  readonly reasons: readonly string[]
}

interface Both {
  readonly release: JudgedRelease
  readonly ours: Ours
  readonly verdict: Verdict
}

/** The first aspect in which we and the kubelet differ about a document. */
export async function compare(
  bytes: Uint8Array,
  { release, verdict }: Pick<Both, 'release' | 'verdict'>,
): Promise<Disagreement | undefined> {
  const ours = await ourVerdict(bytes, release)
  if (ours.checked.findings.some((found) => isLimitOfOurs(found) || isChance(found)) || isKnown(bytes)) return undefined
  const both = { release, ours, verdict }
  for (const [aspect, views] of Object.entries(aspects) as [Aspect, View][]) {
    const [one, other] = await views(both)
    if (one !== other) return { aspect, ours: one, kubelets: other, reasons: reasonsOf(ours) }
  }
  return undefined
}

const reasonsOf = ({ checked }: Ours): readonly string[] =>
  checked.findings.filter(({ fatal }) => fatal).map(({ rule, path, message }) => `${rule} ${path}: ${message}`)

const limits: ReadonlySet<string> = new Set(['READ-SIZE', 'READ-UTF16', 'READ-DEPTH'])

/** What we refuse on purpose although the kubelet takes it: sizes, UTF-16, and line breaks that editors do not show. */
const isLimitOfOurs = ({ rule, message }: Finding): boolean =>
  limits.has(rule) || (rule === 'READ-CHARACTER' && message.includes('to the kubelet'))

/** What the kubelet itself answers now so, now otherwise. */
const isChance = ({ rule }: Finding): boolean => rule === 'READ-AMBIGUOUS'

/** What we refuse although the kubelet takes it: in JSON, U+FFFD for what is not UTF-8. No ConfigMap could hold it. */
const isKnown = (bytes: Uint8Array): boolean => !isUtf8(bytes) && startsAsJson(new TextDecoder().decode(bytes))

type View = (both: Both) => Promise<readonly [ours: string, kubelets: string]>

const same = ['', ''] as const

const aspects: Readonly<Record<Aspect, View>> = {
  verdict: async ({ ours, verdict }) => [
    ours.stage ?? 'valid',
    verdict.stage ?? (verdict.valid ? 'valid' : 'invalid for no reason'),
  ],
  strict: async ({ ours, verdict }) =>
    verdict.defaulted === undefined ? same : [strictOf(ours), listed(verdict.strict.flatMap(strictPaths))],
  rules: async ({ ours, verdict }) =>
    verdict.stage === 'rules' ? [tallied(idsOf(ours, 'rules')).join(', '), brokenRules(verdict).join(', ')] : same,
  defaults: async ({ release, ours: { checked }, verdict }) => {
    if (verdict.defaulted === undefined || checked.document === undefined) return same
    return [defaultedText(checked.document, release), await writtenText(verdict.defaulted, release)]
  },
  'start-up': async ({ release, ours, verdict }) =>
    verdict.valid && judgesStartUp(release) ? startUpOf(ours, verdict) : same,
}

const listed = (items: Iterable<string>): string => [...new Set(items)].sort().join(', ')

const idsOf = ({ checked }: Ours, stage: Finding['stage']): readonly string[] =>
  checked.findings.filter((found) => found.stage === stage && found.fatal).map(({ rule }) => rule)

/** `unknown a.b` or `duplicate a`: without list indices' neighbours' spelling, the key alone where YAML found it. */
function strictPaths(text: string): readonly string[] {
  const unknown = /^unknown field (".*")$/s.exec(text)?.[1]
  if (unknown !== undefined) return [`unknown ${unquote(unknown)}`]
  const duplicate = /^duplicate field (".*")$/s.exec(text)?.[1]
  if (duplicate !== undefined) return [`duplicate ${lastOf(unquote(duplicate))}`]
  return Array.from(text.matchAll(/key (.*) already set in map/g), ([, key]) => `duplicate ${lastOf(unquote(key!))}`)
}

/** YAML's duplicates are keys as Go prints them, JSON's are paths: what both have is the end. */
const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

function strictOf({ checked }: Ours): string {
  const found = checked.findings.filter(({ stage }) => stage === 'strict')
  return listed(
    found.map(({ rule, path }) => {
      const spelt = unquoted(path)
      // What comes twice is a key, whatever it looks like.
      return rule === 'STRICT-DUPLICATE'
        ? `duplicate ${lastOf(spelt.replace(/\[(\d+)\]$/, '.$1'))}`
        : `unknown ${spelt}`
    }),
  )
}

/** The strict decoder writes no brackets around keys, and no quotes. */
const unquoted = (path: string): string =>
  path
    .replaceAll(/\[(?!\d+\])("(?:[^"\\]|\\.)*"|[^\]]*)\]/g, '.$1')
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, (quoted) => JSON.parse(quoted))

/** S01 to S03 are one function. */
function startUpOf({ checked }: Ours, { startUp }: Verdict): readonly [string, string] {
  const theirs = startUp.map(({ type }) => type ?? '?')
  const fatal = checked.findings.filter((found) => found.stage === 'start-up' && found.fatal)
  const ours = fatal.filter((found) => theirs.includes(found.rule) || isJudged(found)).map(({ rule }) => rule)
  return [listed(ours.map((id) => (id === 'S02' || id === 'S03' ? 'S01' : id))), listed(theirs)]
}

/** Not judged are gates, the CPUs reserved for S06, and the number of files of S09. */
const isJudged = ({ rule, path, message }: Finding): boolean =>
  judged.has(rule) && !/needs the feature gate|requires reserved CPUs/.test(message) && path !== 'containerLogMaxFiles'

const judged = new Set(['S01', 'S02', 'S03', 'S04', 'S05', 'S06', 'S08', 'S09', 'S10', 'S11'])

const judgesStartUp = (release: JudgedRelease): boolean => kubeletOf(release).partial === undefined
