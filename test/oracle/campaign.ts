import { type Aspect, compare, type Disagreement } from './compare.ts'
import { generate } from './generate/document.ts'
import type { Oracle } from './oracle.ts'
import { parting } from './report.ts'
import { shrink } from './shrink.ts'
import type { Verdict } from './verdict.ts'

export interface Found extends Disagreement {
  readonly seed: number
  readonly document: Uint8Array
  readonly verdict: Verdict
}

interface Range {
  readonly seed: number
  readonly count: number
  readonly signal: AbortSignal
}

/** Documents asked about at once. */
const batch = 500
/** Differences shrunk; later ones are counted only. Many have one cause, so mend and run again. */
const mostShrunk = 40

/** A run of documents against one oracle. */
export class Campaign {
  readonly #oracle: Oracle
  readonly #found = new Map<string, Found>()
  readonly #stages = new Map<string, number>()
  #differing = 0

  constructor(oracle: Oracle) {
    this.#oracle = oracle
  }

  async run({ seed, count, signal }: Range): Promise<void> {
    for (let first = seed; first < seed + count; first += batch) {
      signal.throwIfAborted()
      const seeds = Array.from({ length: Math.min(batch, seed + count - first) }, (_, index) => first + index)
      await this.#ask(seeds)
    }
  }

  /** One of each kind. */
  found(): readonly Found[] {
    return [...this.#found.values()]
  }

  summary(): string {
    const stages = [...this.#stages].sort().map(([stage, count]) => `${stage} ${count}`)
    return `${stages.join(', ')}; ${this.#differing} differ, in ${this.#found.size} ways at least`
  }

  async #ask(seeds: readonly number[]): Promise<void> {
    const documents = seeds.map(generate)
    const verdicts = await this.#oracle.judge(documents)
    for (const [index, verdict] of verdicts.entries()) {
      const stage = verdict.stage ?? 'valid'
      this.#stages.set(stage, (this.#stages.get(stage) ?? 0) + 1)
      const different = await this.#compare(documents[index]!, verdict)
      if (different !== undefined) await this.#note(seeds[index]!, documents[index]!, different)
    }
  }

  #compare(document: Uint8Array, verdict: Verdict): Promise<Disagreement | undefined> {
    return compare(document, { release: this.#oracle.release, verdict })
  }

  async #note(seed: number, document: Uint8Array, different: Disagreement): Promise<void> {
    this.#differing++
    if (this.#found.size >= mostShrunk) return
    const small = await this.#smallest(document, different)
    const [verdict] = await this.#oracle.judge([small])
    const still = (await this.#compare(small, verdict!)) ?? different
    const kind = kindOf(still, small, verdict!)
    if (!this.#found.has(kind)) this.#found.set(kind, { ...still, seed, document: small, verdict: verdict! })
  }

  /** Smaller ones count only if they differ in the same way. */
  #smallest(document: Uint8Array, { aspect, ours, kubelets }: Disagreement): Promise<Uint8Array> {
    const verdictMatters = aspect === 'verdict'
    return shrink(document, async (documents) => {
      const verdicts = await this.#oracle.judge(documents)
      const differences = await Promise.all(documents.map((each, index) => this.#compare(each, verdicts[index]!)))
      return differences.map(
        (found) =>
          isSame(found?.aspect, aspect) && (!verdictMatters || (found?.ours === ours && found.kubelets === kubelets)),
      )
    })
  }
}

/** What differs and how; of verdicts, for which reasons. */
function kindOf({ aspect, ours, kubelets, reasons }: Disagreement, document: Uint8Array, { errors }: Verdict): string {
  const how = aspect === 'defaults' ? parting(ours, kubelets) : [ours, kubelets]
  const why = [reasons[0] ?? '', errors[0]?.message ?? ''].map((text) =>
    text.replaceAll(/\d+|"[^"]*"|'[^']*'|\.\w+/g, ''),
  )
  const which = aspect === 'strict' ? new TextDecoder().decode(document) : ''
  return JSON.stringify([aspect, ...how, ...(aspect === 'verdict' ? why : []), which])
}

const isSame = (one: Aspect | undefined, other: Aspect): boolean => one === other
