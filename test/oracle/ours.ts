import { posix } from 'node:path'
import { type Checked, check } from '../../src/lib/kubelet/check/check.ts'
import { canonical } from '../../src/lib/kubelet/compare/canonical.ts'
import { isZero } from '../../src/lib/kubelet/decode/zero.ts'
import { Effective } from '../../src/lib/kubelet/defaults/effective.ts'
import { materialize } from '../../src/lib/kubelet/defaults/materialize.ts'
import type { ConfigDocument, Struct, Value } from '../../src/lib/kubelet/model/document.ts'
import type { Finding } from '../../src/lib/kubelet/model/finding.ts'
import type { Release } from '../../src/lib/kubelet/model/releases.ts'
import { configuration, type Schema, type SchemaOf } from '../../src/lib/kubelet/schema/schema.ts'
import { readDocument } from '../../src/lib/yaml/read/read.ts'
import { directory } from './verdict.ts'

/** Our verdict on a document, in the kubelet's terms. */
export interface Ours {
  readonly checked: Checked
  /** Where it falls; undefined when it is valid. */
  readonly stage: 'decode' | 'gates' | 'rules' | undefined
}

export async function ourVerdict(bytes: Uint8Array, release: Release): Promise<Ours> {
  const checked = check(await readDocument(bytes), release)
  const fatal = checked.findings.filter((found) => found.fatal)
  const stage = (['decode', 'gates', 'rules'] as const).find((each) => fatal.some((found) => stageOf(found) === each))
  return { checked, stage }
}

export const stageOf = ({ stage }: Finding): string => (stage === 'read' ? 'decode' : stage)

/** A document with its defaults in canonical JSON, without what Go's JSON cannot tell from absence. */
export function defaultedText(document: ConfigDocument, release: Release): string {
  return comparable(materialize(new Effective(document, release)))
}

/** The same of the JSON that the kubelet makes of it: there, all defaults are written down. */
export async function writtenText(json: string, release: Release): Promise<string> {
  const header = '{"apiVersion":"kubelet.config.k8s.io/v1beta1","kind":"KubeletConfiguration",'
  const bytes = new TextEncoder().encode(header + json.slice(1))
  const { document, findings } = check(await readDocument(bytes), release)
  if (document === undefined) throw new Error(`the kubelet's own JSON does not decode: ${findings[0]?.message}`)
  return comparable(document)
}

/** Canonical JSON, without what Go's JSON cannot tell from absence. */
export const comparable = (document: ConfigDocument): string =>
  canonical({ ...document, ...settledStruct(document, configuration) })

/** 0001-01-01T00:00:00Z, for which Kubernetes writes null. */
const zeroTime = -62_135_596_800_000_000_000n

/** Paths are joined to the directory of the file, times lose their fractions, and what Go takes for absent goes. */
function settled(name: string, value: Value, schema: Schema): Value | undefined {
  if (value.type === 'time' && value.value === zeroTime) return undefined
  const same = settledIn(name, value, schema)
  return !schema.pointer && (isZero(same) || isEmpty(same)) ? undefined : same
}

/** Go tells an empty list from none, and the kubelet does, but JSON with omitempty does not. */
const isEmpty = (value: Value): boolean =>
  (value.type === 'list' && value.items.length === 0) || (value.type === 'map' && value.entries.size === 0)

function settledIn(name: string, value: Value, schema: Schema): Value {
  if (value.type === 'struct' && schema.type === 'struct') return { ...value, ...settledStruct(value, schema) }
  if (value.type === 'list' && schema.type === 'list')
    return { ...value, items: value.items.map((item) => settledIn('', item, schema.items)) }
  if (value.type === 'time') return { ...value, value: value.value - modulo(value.value, 1_000_000_000n) }
  if (value.type === 'string' && paths.has(name) && value.value !== '' && !value.value.startsWith('/'))
    return { ...value, value: posix.resolve(directory, value.value) }
  return value
}

function settledStruct({ fields }: Struct, schema: SchemaOf<'struct'>): Pick<Struct, 'fields'> {
  const kept = [...fields].flatMap(([name, value]): [string, Value][] => {
    const field = settled(name, value, schema.fields.get(name)!)
    return field === undefined ? [] : [[name, field]]
  })
  return { fields: new Map(kept) }
}

/** kubeletconfig.KubeletConfigurationPathRefs; podLogsDir is among them since 1.30, and new then. */
const paths = new Set([
  'staticPodPath',
  'clientCAFile',
  'tlsCertFile',
  'tlsPrivateKeyFile',
  'resolvConf',
  'volumePluginDir',
  'podLogsDir',
])

const modulo = (value: bigint, by: bigint): bigint => ((value % by) + by) % by
