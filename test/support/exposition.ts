interface Family {
  readonly type: string
  readonly help: string
  /** Values by series, labels sorted. */
  readonly series: ReadonlyMap<string, number>
}

const sampleLine = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
const labelPair = /([a-zA-Z_]\w*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y

/** Reads the Prometheus text format as strictly as promtool: throws for anything that it would report. */
export function readExposition(text: string): ReadonlyMap<string, Family> {
  const families = new Map<string, { type: string; help: string; series: Map<string, number> }>()
  let current: string | undefined
  const lines = text.split('\n')
  if (lines.pop() !== '') throw new Error('the last line has no end')
  for (const line of lines) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
    if (kind === 'HELP') {
      if (families.has(name)) throw new Error(`${name}: two HELP lines`)
      families.set(name, { type: '', help: rest, series: new Map() })
      current = name
    } else if (kind === 'TYPE') {
      if (name !== current) throw new Error(`${name}: TYPE without HELP before it`)
      families.get(name)!.type = rest
    } else add(line, families.get(current ?? ''), current)
  }
  for (const [name, { type, series }] of families) lint(name, type, series.size)
  return families
}

function add(line: string, family: { type: string; series: Map<string, number> } | undefined, current?: string): void {
  const [, name, labels = '', value = ''] = sampleLine.exec(line) ?? []
  if (name === undefined || name !== current || family === undefined) throw new Error(`not a sample here: ${line}`)
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(value)) throw new Error(`not a value: ${line}`)
  const series = seriesOf(labels)
  if (family.series.has(series)) throw new Error(`a series twice: ${line}`)
  family.series.set(series, Number(value))
}

function seriesOf(labels: string): string {
  const pairs: string[] = []
  labelPair.lastIndex = 0
  while (labelPair.lastIndex < labels.length) {
    const [pair, name = ''] = labelPair.exec(labels) ?? []
    if (pair === undefined || pairs.some((other) => other.startsWith(`${name}=`))) throw new Error(`labels: ${labels}`)
    pairs.push(pair.replace(/,$/, ''))
  }
  return pairs.toSorted().join(',')
}

function lint(name: string, type: string, series: number): void {
  if (type !== 'counter' && type !== 'gauge') throw new Error(`${name}: type '${type}'`)
  if ((type === 'counter') !== name.endsWith('_total')) throw new Error(`${name}: only counters end with _total`)
  if (series === 0) throw new Error(`${name}: no samples`)
}
