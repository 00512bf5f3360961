import { parseQuantity } from '../../quantity/quantity.ts'
import type { Effective } from '../defaults/effective.ts'
import { asText } from '../defaults/values.ts'
import { keyPath } from '../model/path.ts'
import { quote } from '../model/quote.ts'
import { inParts, type Problem } from '../rules/rule.ts'
import type { Hazard } from './hazard.ts'

const storage = ['memory.available', 'nodefs.available', 'imagefs.available', 'containerfs.available']
const byteKeys: Readonly<Record<string, readonly string[]>> = {
  kubeReserved: ['memory', 'ephemeral-storage'],
  systemReserved: ['memory', 'ephemeral-storage'],
  evictionHard: storage,
  evictionSoft: storage,
  evictionMinimumReclaim: storage,
}

const [nanosOfByte, nanosOfMi] = [1_000_000_000n, 1_000_000_000n * 1024n * 1024n]

/** Amounts of bytes with a wrong unit. */
export const byteHazards: readonly Hazard[] = [
  {
    id: 'H06',
    severity: 'warning',
    fields: Object.keys(byteKeys),
    meaning: 'Amounts of memory and storage should be 0, or 1Mi or more: m means thousandths, and no unit means bytes.',
    harm: 'Nearly nothing is reserved, or must be free: system processes and the kubelet compete with pods for memory.',
    remedy: 'use Mi or Gi',
    source: 'cmd/kubelet/app/server.go, parseResourceList; pkg/kubelet/eviction/helpers.go, parseThresholdStatement',
    ...inParts(
      Object.entries(byteKeys).map(([field, keys]) => ({
        reads: field === 'evictionHard' ? [field, 'mergeDefaultEvictionSettings'] : [field],
        check: (config) => fewBytes(config, field, keys),
      })),
    ),
  },
]

function fewBytes(config: Effective, field: string, keys: readonly string[]): readonly Problem[] {
  const problems: Problem[] = []
  for (const key of keys) {
    const value = config.map(field).get(key)
    if (value === undefined || value.line === 0) continue
    const text = asText(value)
    const nanos = parseQuantity(text)?.nanos ?? 0n
    if (nanos <= 0n || nanos >= nanosOfMi) continue
    const place = { path: keyPath(field, key), at: value, subject: key }
    problems.push({ ...place, message: `${quote(text)} is ${inWords(nanos)}`, ...meant(text) })
  }
  return problems
}

const inWords = (nanos: bigint): string =>
  nanos < nanosOfByte ? 'less than a byte' : `only ${nanos / nanosOfByte} byte${nanos < 2n * nanosOfByte ? '' : 's'}`

/** `512m` is meant to be megabytes. */
function meant(text: string): { readonly remedy?: string } {
  const number = /^(\d+)m?$/.exec(text)?.[1]
  return number === undefined ? {} : { remedy: `did you mean ${number}Mi?` }
}
