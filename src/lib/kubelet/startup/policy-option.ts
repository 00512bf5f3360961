import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import { here, ofRelease } from '../model/message.ts'
import { keyPath } from '../model/path.ts'
import { compareReleases, newest, oldest, type Release } from '../model/releases.ts'
import { didYouMean } from '../rules/one-of.ts'
import { placeOfKey } from '../rules/place-in.ts'
import type { Problem } from '../rules/rule.ts'
import { withoutGate } from '../rules/without-gate.ts'

const maturities = ['stable', 'beta', 'alpha'] as const
type Maturity = (typeof maturities)[number]

/** The release in which an option of a policy reached each of these, the first one first. */
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
    const maturity = maturityIn(config.release, options.histories[name])
    const unusable =
      maturity === undefined
        ? unknownOption(config.release, options, name)
        : closed(config, options, { name, maturity })
    if (unusable !== undefined) return [{ ...placeOfKey(config, options.field, name), ...unusable }]
    const flaw = options.flawOf(name, asText(value))
    return flaw === undefined ? [] : [{ path: keyPath(options.field, name), at: value, subject: name, message: flaw }]
  })
}

function unknownOption(release: Release, { gates, histories }: PolicyOptions, name: string): Problem {
  const reason = 'FieldValueNotSupported'
  const [since] = Object.values(histories[name] ?? {})
  if (since !== undefined)
    return { reason, message: ofRelease`unknown option in ${here(release)} (added in ${since})`, remedy: 'remove it' }
  const known = Object.entries(histories).map(([option, history]) => describe(option, history, gates))
  const options = `the options are ${known.slice(0, -1).join(', ')} and ${known.at(-1)}`
  const { remedy = options } = didYouMean(name, Object.keys(histories))
  return { reason, message: ofRelease`unknown option in ${here(release)}`, remedy }
}

/** The same for all releases, so that one finding is for all of them. */
function describe(option: string, history: History, gates: string): string {
  const [since = oldest] = Object.values(history)
  const traits = [
    ...(since === oldest ? [] : [`from ${since}`]),
    ...(maturityIn(newest, history) === 'alpha' ? [`needs ${gates}AlphaOptions`] : []),
  ]
  return traits.length === 0 ? option : `${option} (${traits.join(', ')})`
}

interface Option {
  readonly name: string
  readonly maturity: Maturity
}

function closed(config: Effective, { gates }: PolicyOptions, { name, maturity }: Option): Problem | undefined {
  const gate = `${gates}${maturity === 'alpha' ? 'Alpha' : 'Beta'}Options`
  if (maturity === 'stable' || config.enabled(gate)) return undefined
  return withoutGate({ field: `the ${maturity} option ${name}`, gate })
}

/** undefined: the release does not know it. */
function maturityIn(release: Release, history: History = {}): Maturity | undefined {
  return maturities.find((maturity) => {
    const since = history[maturity]
    return since !== undefined && compareReleases(release, since) >= 0
  })
}
