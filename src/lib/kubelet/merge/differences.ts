import { canonical } from '../compare/canonical.ts'
import { isZero } from '../decode/zero.ts'
import type { ConfigDocument, Value } from '../model/document.ts'
import type { EffectiveField } from './effective-field.ts'
import { leavesOf } from './leaves.ts'

/** The container runtime knows better, and the kubelet asks it (KEP-4033). */
export const setByRuntime: ReadonlySet<string> = new Set(['cgroupDriver'])

/** The kubelet names the certificate that it has made itself, if it was not given one. */
export const setIfEmpty: ReadonlySet<string> = new Set(['tlsCertFile', 'tlsPrivateKeyFile'])

/**
 * The paths at which a kubelet's own report (configz) differs from what it should run with, the fields that the runtime
 * sets excepted.
 */
export function differences(expected: readonly EffectiveField[], reported: ConfigDocument): readonly string[] {
  const seen = new Map(leavesOf(reported).map(({ path, value }) => [path, value]))
  const wanted = new Map(expected.map((field) => [field.path, field]))
  const paths = [...new Set([...wanted.keys(), ...seen.keys()])]
  return paths.filter((path) => !setByRuntime.has(path) && !isAsExpected(path, wanted.get(path), seen.get(path)))
}

/** Whether a kubelet that runs with a field reports this. It omits empty values, and what it has computed later. */
export function isAsExpected(path: string, expected: EffectiveField | undefined, reported: Value | undefined): boolean {
  if (setIfEmpty.has(path) && meaningOf(path, expected?.value) === '') return true
  if (expected?.origin.kind === 'computed' && reported === undefined) return true
  return meaningOf(path, expected?.value) === meaningOf(path, reported)
}

/** The kubelet sorts these in place while it starts (pkg/kubelet/nodeshutdown/nodeshutdown_manager.go, newPodManager). */
const sorted: ReadonlySet<string> = new Set(['shutdownGracePeriodByPodPriority'])

/** '' for values that Go's JSON may omit, and for none. */
function meaningOf(path: string, value: Value | undefined): string {
  if (value === undefined || isEmpty(value)) return ''
  return sorted.has(path) && value.type === 'list' ? value.items.map(canonical).sort().join() : canonical(value)
}

const isEmpty = (value: Value): boolean =>
  isZero(value) ||
  (value.type === 'list' && value.items.length === 0) ||
  (value.type === 'map' && value.entries.size === 0)
