import { join } from 'node:path'
import pMap from 'p-map'
import { obstaclesOn } from '../../../src/lib/agent/host/machine/this-machine.ts'
import { type Checked, check } from '../../../src/lib/kubelet/check/check.ts'
import { Effective } from '../../../src/lib/kubelet/defaults/effective.ts'
import { readDocument } from '../../../src/lib/yaml/read/read.ts'
import { partDirectory } from '../../cluster/build/parts.ts'
import { type Release, releases } from '../../cluster/versions.ts'
import { type Case, generateCase, isValidated, settled, smaller, textOf } from './generate.ts'
import type { Hosts } from './hosts.ts'
import { type Difference, differenceOf, type Outcome } from './judge.ts'

interface Range {
  readonly seed: number
  readonly count: number
  readonly signal: AbortSignal
}

/** Kubelets at once: each mostly waits. */
const atOnce = 8
/** Differences shrunk; later ones are counted only. Many have one cause, so mend and run again. */
const mostShrunk = 20

/** Documents that real kubelets of a release start with, each on a host of its own. */
export class StartCampaign {
  readonly #hosts: Hosts
  readonly #release: Release
  readonly #found = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  constructor(hosts: Hosts, release: Release) {
    this.#hosts = hosts
    this.#release = release
  }

  async run({ seed, count, signal }: Range): Promise<void> {
    const seeds = Array.from({ length: count }, (_, index) => seed + index)
    await pMap(seeds, (each) => this.#try(each, signal), { concurrency: atOnce, signal })
  }

  /** One of each kind, for people. */
  found(): readonly string[] {
    return [...this.#found.values()]
  }

  summary(): string {
    return [...this.#counts]
      .sort()
      .map(([what, count]) => `${what}: ${count}`)
      .join('; ')
  }

  async #try(seed: number, signal: AbortSignal): Promise<void> {
    const made = await generateCase(seed, this.#release)
    const outcome = await this.#outcomeOf(made, signal)
    this.#count(outcome.ending.end === 'lives' ? 'lives' : 'dies')
    const different = differenceOf(outcome)
    if (different === undefined) return
    this.#count(`DIFFERS, ${different.how}`)
    await this.#note(seed, made, { different, outcome, signal })
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
  }

  async #outcomeOf({ kind, fields }: Case, signal: AbortSignal): Promise<Outcome> {
    signal.throwIfAborted()
    const text = textOf(fields)
    const checked = await this.#check(text)
    const document = checked.document!
    const asRead = await this.#check(textOf(settled(fields, '/etc/kubernetes')))
    const program = join(partDirectory('kubelet', releases[this.#release]), 'kubelet')
    const trial = { program, text, healthz: healthzOf(new Effective(document, this.#release)) }
    const { seen: obstacles, ...ending } = await this.#hosts.try(kind, trial, (root) =>
      obstaclesOn(root, { document: asRead.document!, release: this.#release, mainPid: 0 }),
    )
    return { checked, obstacles, ending }
  }

  async #check(text: string): Promise<Checked> {
    return check(await readDocument(new TextEncoder().encode(text)), this.#release)
  }

  async #note(
    seed: number,
    made: Case,
    { different, outcome, signal }: Shown & { signal: AbortSignal },
  ): Promise<void> {
    const kind = kindOf(different)
    if (this.#found.has(kind) || this.#found.size >= mostShrunk) return
    this.#found.set(kind, report(seed, made, { different, outcome }))
    for (let small = made; ; ) {
      const found = await this.#smaller(small, kind, signal)
      if (found === undefined) return
      small = found.made
      this.#found.set(kind, report(seed, small, found))
    }
  }

  /** Smaller ones count only if they differ in the same way. */
  async #smaller(made: Case, kind: string, signal: AbortSignal): Promise<(Shown & { made: Case }) | undefined> {
    for (const less of smaller(made)) {
      if (!(await isValidated(textOf(less.fields), this.#release))) continue
      const outcome = await this.#outcomeOf(less, signal)
      const different = differenceOf(outcome)
      if (different !== undefined && kindOf(different) === kind) return { made: less, different, outcome }
    }
    return undefined
  }
}

interface Shown {
  readonly different: Difference
  readonly outcome: Outcome
}

function healthzOf(config: Effective): string | undefined {
  const [port, address] = [config.int('healthzPort'), config.text('healthzBindAddress')]
  const host = address === '0.0.0.0' || address === '' ? '127.0.0.1' : address === '::' ? '::1' : address
  return port > 0n ? `http://${host.includes(':') ? `[${host}]` : host}:${port}/healthz` : undefined
}

const kindOf = ({ how, why }: Difference): string =>
  JSON.stringify([how, why.replace(/^.*?\] /, '').replaceAll(/\d+|\\?"[^"]*"|'[^']*'|\/\S+/g, '')])

function report(
  seed: number,
  { kind, fields }: Case,
  { different: { how, why }, outcome: { checked, obstacles, ending } }: Shown,
): string {
  const lines = [
    `\n${how}, seed ${seed}, on a ${kind} host: ${fields.map(([name]) => name).join(', ')}`,
    ...textOf(fields)
      .split('\n')
      .slice(2, -1)
      .map((line) => `    ${line}`),
    `  kubelet: ${ending.end}: ${why.slice(0, 500)}`,
    ...checked.findings.map(
      ({ rule, severity, path, message }) => `  ours:    ${severity} ${rule} ${path}: ${message}`,
    ),
    ...obstacles.map((fact) => `  host:    ${JSON.stringify(fact)}`),
  ]
  return `${lines.join('\n')}\n`
}
