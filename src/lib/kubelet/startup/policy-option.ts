import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import type { Value } from '../model/document.ts'
import { keyPath } from '../model/path.ts'
import { compareReleases, type Release } from '../model/releases.ts'
import { oneOf } from '../rules/one-of.ts'
import type { Problem } from '../rules/rule.ts'
import { withoutGate } from '../rules/without-gate.ts'

const maturities = ['stable', 'beta', 'alpha'] as const
type Maturity = (typeof maturities)[number]

/** The release in which an option of a policy reached each of these. */
export type History = Partial<Readonly<Record<Maturity, Release>>>

/** Options of a policy, such as those in cpuManagerPolicyOptions. */
export interface PolicyOptions {
  readonly field: string
  /** Prefix of the feature gates for alpha and beta options: `CPUManagerPolicy` for CPUManagerPolicyAlphaOptions. */
  readonly gates: string
  readonly histories: Readonly<Record<string, History>>
  /** The fault of the value of an option, as the end of a sentence. */
  flawOf(name: string, text: string): string | undefined
}

/** The problems of the options in a document, one by one. */
export function optionProblems(config: Effective, options: PolicyOptions): readonly Problem[] {
  return [...config.map(options.field)].flatMap(([name, value]) => {
    const problem = problemOf(config, options, [name, value])
    return problem === undefined ? [] : [{ path: keyPath(options.field, name), at: value, ...problem }]
  })
}

function problemOf(
  config: Effective,
  { gates, histories, flawOf }: PolicyOptions,
  [name, value]: readonly [string, Value],
): Problem | undefined {
  const maturityOf = (option: string): Maturity | undefined => maturityIn(config.release, histories[option])
  const maturity = maturityOf(name)
  if (maturity === undefined) return oneOf('the option', name, Object.keys(histories).filter(maturityOf))[0]
  const gate = `${gates}${maturity === 'alpha' ? 'Alpha' : 'Beta'}Options`
  if (maturity !== 'stable' && !config.enabled(gate))
    return withoutGate({ field: `the ${maturity} option ${name}`, gate })
  const flaw = flawOf(name, asText(value))
  return flaw === undefined ? undefined : { subject: name, message: flaw }
}

/** undefined: the release does not know it. */
function maturityIn(release: Release, history: History = {}): Maturity | undefined {
  return maturities.find((maturity) => {
    const since = history[maturity]
    return since !== undefined && compareReleases(release, since) >= 0
  })
}
