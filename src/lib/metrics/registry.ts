import { counter, expositionOf, gauge, type Metric, type Sample } from './metric.ts'

/** Of a metric without labels; with labels, its samples. undefined: it has no value now. */
export type Value = number | boolean | undefined | readonly Sample[]

type Labels<Label extends string> = Readonly<Record<Label, string>>

interface Series<Label extends string> {
  readonly labels: Labels<Label> | undefined
  count: number
}

/** Counts up from the start of the program, for each combination of its labels. */
export class Counter<Label extends string = never> {
  readonly #series = new Map<string, Series<Label>>()

  inc(...[labels]: [Label] extends [never] ? [] : [Labels<Label>]): void {
    const key = JSON.stringify(labels)
    const series = this.#series.get(key) ?? { labels, count: 0 }
    series.count++
    this.#series.set(key, series)
  }

  get total(): number {
    return this.#series.values().reduce((sum, { count }) => sum + count, 0)
  }

  /** One for each combination that was counted. */
  get samples(): readonly Sample[] {
    return [...this.#series.values()].map(({ labels, count }) => ({ ...(labels && { labels }), value: count }))
  }
}

/** The metrics of a program: each is named once, beside what it tells, and shown in the order of its registration. */
export class Registry {
  readonly #metrics: (() => Metric)[] = []

  /** Without labels it is 0 at first; with labels, it has no series at first. */
  counter<Label extends string = never>(name: string, help: string, labels: readonly Label[] = []): Counter<Label> {
    const counted = new Counter<Label>()
    this.counted(name, help, () => (labels.length === 0 ? counted.total : counted.samples))
    return counted
  }

  /** What is counted elsewhere; asked when the metrics are read. */
  counted(name: string, help: string, value: () => Value): void {
    this.#metrics.push(() => counter(name, help, samplesOf(value())))
  }

  /** Asked when the metrics are read. */
  gauge(name: string, help: string, value: () => Value): void {
    this.#metrics.push(() => gauge(name, help, samplesOf(value())))
  }

  collect(): readonly Metric[] {
    return this.#metrics.map((metric) => metric())
  }

  /** In the text format of Prometheus. */
  exposition(): string {
    return expositionOf(this.collect())
  }
}

function samplesOf(value: Value): readonly Sample[] {
  if (value === undefined) return []
  return typeof value === 'object' ? value : [{ value: Number(value) }]
}
