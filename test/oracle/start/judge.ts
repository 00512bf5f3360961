import { type ObstacleFact, stopsKubelet } from '../../../src/lib/host-check/obstacle-messages.ts'
import type { Checked } from '../../../src/lib/kubelet/check/check.ts'
import { defaultsOf } from '../../../src/lib/kubelet/defaults/tables.ts'
import type { Finding } from '../../../src/lib/kubelet/model/finding.ts'
import { hostCauseOf, lastWords } from './causes.ts'
import type { EffectResult } from './host/trial.ts'

export interface Outcome {
  readonly checked: Checked
  readonly obstacles: readonly ObstacleFact[]
  readonly ending: EffectResult
}

/** How we and the kubelet differ; undefined when they do not. */
export interface Difference {
  readonly how:
    | 'dies without a finding'
    | 'an error, and it lives'
    | 'the host lacks something that no finding names'
    | 'the host lacks something that no obstacle names'
    | 'an obstacle, and it lives'
    | 'lives without its health check'
    | 'hangs'
  readonly why: string
}

/** Two servers want one port, and chance decides which is the second: the kubelet ends, or lives without a health check. */
const byOrder = 'S19'

export function differenceOf({ checked, obstacles, ending }: Outcome): Difference | undefined {
  const errors = checked.findings.filter(({ fatal }) => fatal)
  const deadly = obstacles.filter(stopsKubelet)
  if (ending.end === 'lives') {
    const firm = errors.filter(({ rule }) => rule !== byOrder)
    if (firm.length > 0) return { how: 'an error, and it lives', why: listed(firm) }
    if (deadly.length > 0) return { how: 'an obstacle, and it lives', why: JSON.stringify(deadly[0]) }
    const isMute =
      ending.healthy === false &&
      !obstacles.some(isAboutHealthz) &&
      !saysAnythingOf(checked, 'healthzPort', 'healthzBindAddress')
    return isMute ? { how: 'lives without its health check', why: '' } : undefined
  }
  if (ending.end === 'hangs') return errors.length > 0 ? undefined : { how: 'hangs', why: lastWords(ending.log) }
  return differenceOfDeath({ checked, obstacles, ending }, errors)
}

function differenceOfDeath(
  { checked, obstacles, ending }: Outcome,
  errors: readonly Finding[],
): Difference | undefined {
  if (errors.length > 0) return undefined
  const why = lastWords(ending.log)
  const cause = hostCauseOf(ending.log)
  if (cause === undefined) return { how: 'dies without a finding', why }
  const { fields, isUnseen } = cause
  if (!namesHost(checked, fields) && !fields.some((field) => isRequiredAnyway(checked, field)))
    return { how: 'the host lacks something that no finding names', why }
  const isForeseen = obstacles.some((fact) => stopsKubelet(fact) && fields.includes(topOf(fact.subject.name)))
  return isForeseen || warnsOfReservation(checked, fields) || isUnseen
    ? undefined
    : { how: 'the host lacks something that no obstacle names', why }
}

const listed = (findings: readonly Finding[]): string =>
  findings.map(({ rule, path, message }) => `${rule} ${path}: ${message}`).join('; ')

const topOf = (path: string): string => /^\w*/.exec(path)![0]

const saysAnythingOf = ({ findings }: Checked, ...fields: readonly string[]): boolean =>
  findings.some(({ path, stage }) => fields.includes(topOf(path)) && ['rules', 'start-up', 'operation'].includes(stage))

/** A hazard names no end: it is about a kubelet that lives. */
const namesHost = (checked: Checked, fields: readonly string[]): boolean =>
  warnsOfReservation(checked, fields) ||
  checked.findings.some(
    ({ path, reason, stage }) => reason === 'HostRequirement' && stage !== 'operation' && fields.includes(topOf(path)),
  )

/** S20: a flag may give what the document does not. */
const warnsOfReservation = ({ findings }: Checked, fields: readonly string[]): boolean =>
  fields.some((field) => ['kubeReservedCgroup', 'systemReservedCgroup'].includes(field)) &&
  findings.some(({ rule }) => rule === 'S20')

/** What a kubelet needs without a word in its document, such as swap that is off: written or not. */
function isRequiredAnyway({ document, release }: Checked, field: string): boolean {
  const written = document?.fields.get(field)
  const usual = defaultsOf(release).get(field)
  return usual !== undefined && (written === undefined || written.unset === true || sameText(written, usual))
}

const sameText = (one: object, other: object): boolean =>
  'value' in one && 'value' in other && String(one.value) === String(other.value)

const isAboutHealthz = ({ subject }: ObstacleFact): boolean => subject.name.startsWith('healthz')
