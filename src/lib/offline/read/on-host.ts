import type { ExaminedHost, HostCheck } from '../../host-check/host-checks.ts'
import type { Checked } from '../../kubelet/check/check.ts'
import { Effective } from '../../kubelet/defaults/effective.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import { byPlace, type Finding } from '../../kubelet/model/finding.ts'
import type { Position } from '../../kubelet/model/tree.ts'
import type { Fact } from '../../message/fact.ts'
import type { Limits } from '../../ports/limits.ts'

/** A host, and how what it lacks is said in a finding. */
export interface HostToJudge {
  readonly host: ExaminedHost
  say(fact: Fact): { readonly message: string; readonly remedy?: string | undefined }
}

/** How many requirements of a document were compared with the host, by what came of it. */
export interface HostCount {
  readonly met: number
  readonly notMet: number
  readonly notSeen: number
}

export interface CheckedOnHost extends Checked {
  /** undefined: the document does not decode, so that its requirements are not known. */
  readonly onHost?: HostCount
}

/** The findings of one release with those about this host, in place of what depends on a host. */
export async function checkOnHost(
  checked: Checked,
  { host, say }: HostToJudge,
  limits: Limits,
): Promise<CheckedOnHost> {
  const { document, release } = checked
  if (document === undefined) return checked
  const all = await host.checks({ document, release }, limits)
  return withChecks(checked, { document, checks: all.filter((check) => !isMoot(check, checked.findings)), say })
}

/** A value that is wrong itself requires nothing. */
const isMoot = ({ path }: HostCheck, findings: readonly Finding[]): boolean =>
  findings.some((found) => found.severity === 'error' && rootOf(found.path) === rootOf(path))

/** `evictionHard` of `evictionHard[memory.available]`: a requirement may be said of the field or of its value. */
const rootOf = (path: string): string => path.split('[', 1)[0]!

interface Seen {
  readonly document: ConfigDocument
  readonly checks: readonly HostCheck[]
  readonly say: HostToJudge['say']
}

/** Pure: a requirement that was checked is answered, and one that was not stays as it is. */
export function withChecks(checked: Checked, { document, checks, say }: Seen): CheckedOnHost {
  const config = new Effective(document, checked.release)
  const answered = new Set(checks.flatMap(({ path, covers = [] }) => [path, ...covers].map(rootOf)))
  const others = checked.findings.filter((found) => !isRequirement(found) || !answered.has(rootOf(found.path)))
  const about = checks.flatMap((check) => findingOf(check, { config, document, say }))
  const own = checked.inFiles?.(about) ?? about
  const findings = [...others, ...own].sort(byPlace)
  const count = (kind: HostCheck['outcome']['kind']): number =>
    checks.filter((check) => check.outcome.kind === kind).length
  const onHost = { met: count('met'), notMet: count('notMet'), notSeen: count('notSeen') }
  return { ...checked, findings, valid: !findings.some(({ fatal }) => fatal), onHost }
}

const isRequirement = ({ severity, reason }: Finding): boolean => severity === 'info' && reason === 'HostRequirement'

interface Place {
  readonly config: Effective
  readonly document: Position
  readonly say: HostToJudge['say']
}

function findingOf({ path, at, rule, outcome }: HostCheck, { config, document, say }: Place): readonly Finding[] {
  if (outcome.kind === 'met') return []
  const { line, column } = at ?? config.written(rootOf(path)) ?? document
  const { message, remedy } = say(outcome.fact)
  const common = { path, line, column, rule, stage: 'start-up', reason: 'HostRequirement' } as const
  const advice = remedy === undefined ? {} : { remedy }
  if (outcome.kind === 'notSeen')
    return [
      {
        ...common,
        severity: 'info',
        fatal: false,
        message: `depends on the host, and could not be seen: ${message}`,
        ...advice,
      },
    ]
  const { stops } = outcome
  return [
    {
      ...common,
      severity: stops ? 'error' : 'warning',
      fatal: stops,
      message: withoutSubject(message, outcome.fact),
      ...advice,
    },
  ]
}

/** The path of a finding is printed before its message. */
function withoutSubject(message: string, { subject }: Fact): string {
  const start = `${subject?.name}: `
  return message.startsWith(start) ? message.slice(start.length) : message
}
