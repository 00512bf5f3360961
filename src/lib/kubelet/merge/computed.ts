import { asText } from '../defaults/values.ts'
import { flawOfCpuSet } from '../grammar/cpu-set.ts'
import type { ConfigDocument, Value } from '../model/document.ts'
import type { EffectiveField } from './effective-field.ts'

const cpus = 'reservedSystemCPUs'

/** Reserved CPUs replace the reservations of cpu in systemReserved and kubeReserved, whatever set these. */
export function computed(fields: readonly EffectiveField[], merged: ConfigDocument): readonly EffectiveField[] {
  const set = asText(merged.fields.get(cpus))
  const size = sizeOf(set)
  if (size === 0) return fields
  const values: Readonly<Record<string, Value | undefined>> = {
    'systemReserved[cpu]': { type: 'string', value: `${size}`, line: 0, column: 0 },
    'kubeReserved[cpu]': undefined,
  }
  const origin = { kind: 'computed', from: cpus } as const
  const changed = fields.map((field): EffectiveField => {
    if (!Object.hasOwn(values, field.path) || field.value === undefined) return field
    const shadows = [{ value: field.value, origin: field.origin }, ...field.shadows]
    return { path: field.path, value: values[field.path], origin, shadows }
  })
  if (changed.some(({ path }) => path === 'systemReserved[cpu]')) return changed
  return [...changed, { path: 'systemReserved[cpu]', value: values['systemReserved[cpu]'], origin, shadows: [] }]
}

/** How many CPUs a set such as `0-3,8` has; 0 when it is not valid. */
function sizeOf(set: string): number {
  if (set === '' || flawOfCpuSet(set) !== undefined) return 0
  const all = set.split(',').flatMap((item) => {
    const [first = 0, last = first] = item.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
  return new Set(all).size
}
