import type { ConfigDocument, Value } from '../model/document.ts'
import { isAsExpected } from './differences.ts'
import type { EffectiveField, Placed } from './effective-field.ts'
import type { Origin } from './layers.ts'
import { leavesOf } from './leaves.ts'

/**
 * The fields of a kubelet as it reports them (configz). Where that is what was expected, the origin is known; `otherwise`
 * says where a value comes from that was not. In the order of Go's struct; what is not reported last.
 */
export function asReported(
  expected: readonly EffectiveField[],
  reported: ConfigDocument,
  otherwise: (path: string) => Origin,
): readonly EffectiveField[] {
  const wanted = new Map(expected.map((field) => [field.path, field]))
  const seen = leavesOf(reported)
  const there = new Set(seen.map(({ path }) => path))
  const others = expected.filter(({ path }) => !there.has(path))
  return [
    ...seen.map(({ path, value }) => fieldAt(path, wanted.get(path), value, otherwise)),
    ...others.map((field) => fieldAt(field.path, field, undefined, otherwise)),
  ]
}

function fieldAt(
  path: string,
  expected: EffectiveField | undefined,
  value: Value | undefined,
  otherwise: (path: string) => Origin,
): EffectiveField {
  if (isAsExpected(path, expected, value)) {
    const { origin, shadows } = expected ?? { origin: { kind: 'default' } as const, shadows: [] }
    return { path, value: value ?? expected?.value, origin, shadows }
  }
  return { path, value, origin: otherwise(path), shadows: lost(expected, value) }
}

/** A default counts as lost only where nothing is left. */
function lost(expected: EffectiveField | undefined, value: Value | undefined): readonly Placed[] {
  if (expected?.value === undefined) return expected?.shadows ?? []
  if (expected.origin.kind === 'default' && value !== undefined) return expected.shadows
  return [{ value: expected.value, origin: expected.origin }, ...expected.shadows]
}

/** Container runtimes that report their cgroup driver (RuntimeConfig of the CRI): from containerd 2.0 and CRI-O 1.28 on. */
export function reportsCgroupDriver(containerRuntimeVersion: string): boolean {
  const [, name = '', major = '', minor = ''] = /^([\w-]+):\/\/v?(\d+)\.(\d+)/.exec(containerRuntimeVersion) ?? []
  if (name === 'containerd') return Number(major) >= 2
  return name === 'cri-o' && (Number(major) > 1 || Number(minor) >= 28)
}
