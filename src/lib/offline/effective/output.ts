import { display } from '../../kubelet/compare/display.ts'
import { type Plain, plain } from '../../kubelet/defaults/plain.ts'
import type { EffectiveField, Placed } from '../../kubelet/merge/effective-field.ts'
import type { Origin } from '../../kubelet/merge/layers.ts'
import { isSecret, redacted } from '../../kubelet/model/redact.ts'
import type { View } from '../../output/view.ts'

/** The fields of a kubelet, and where each value comes from. */
export const effectiveFields: View<EffectiveField> = {
  kind: 'EffectiveConfiguration',
  columns: [
    { header: 'FIELD', value: ({ path }) => path },
    { header: 'VALUE', value: (field) => valueText(field, field.path) },
    { header: 'SOURCE', value: ({ origin }) => sourceText(origin) },
    { header: 'SHADOWS', value: ({ path, shadows }) => shadows.map((one) => shadowText(one, path)).join(', ') || '-' },
  ],
  wide: [],
  data: ({ path, value, origin, shadows }) => ({
    field: path,
    ...placedData({ value, origin }, path),
    shadows: shadows.map((one) => placedData(one, path)),
  }),
  name: ({ path }) => path,
}

type Valued = Pick<EffectiveField, 'value' | 'origin'>

const valueText = ({ value }: Pick<Valued, 'value'>, path: string): string =>
  value === undefined ? '<none>' : isSecret(path) ? redacted : display(value)

const shadowText = (shadow: Placed, path: string): string => `${valueText(shadow, path)} (${sourceText(shadow.origin)})`

function sourceText(origin: Origin): string {
  switch (origin.kind) {
    case 'default':
      return 'default'
    case 'file':
    case 'drop-in':
      return `${origin.file}${lineText(origin.line)}`
    case 'flag':
      return `--${origin.flag}`
    case 'document':
      return `${origin.source} ${origin.revision ?? 'document'}${lineText(origin.line)}`
    case 'runtime':
      return 'container runtime'
    case 'on-node':
      return 'on-node'
    case 'earlier':
      return 'earlier start'
    case 'computed':
      return `computed from ${origin.from}`
  }
}

const lineText = (line: number | undefined): string => (line === undefined ? '' : `:${line}`)

const placedData = ({ value, origin }: Valued, path: string) => ({
  value: value === undefined ? null : isSecret(path) ? redacted : exactText(plain(value)),
  source: sourceData(origin),
})

/** JSON has no exact numbers beyond a double. */
const exactText = (value: Plain): Plain => (typeof value === 'bigint' ? `${value}` : value)

function sourceData(origin: Origin) {
  switch (origin.kind) {
    case 'default':
    case 'runtime':
    case 'on-node':
    case 'earlier':
      return { kind: origin.kind, name: null, line: null }
    case 'document':
      return { kind: `${origin.source}-document`, name: origin.name, line: origin.line ?? null }
    case 'file':
    case 'drop-in':
      return { kind: origin.kind, name: origin.file, line: origin.line ?? null }
    case 'flag':
      return { kind: origin.kind, name: `--${origin.flag}`, line: null }
    case 'computed':
      return { kind: origin.kind, name: origin.from, line: null }
  }
}
