/**
 * Writes src/sandbox/protobuf/data/messages.ts: how Kubernetes sends the kinds of the sandbox as protobuf, and which of their
 * fields JSON omits. Both stand in the struct tags of the Go types (types.go); generated.proto has no JSON names for
 * embedded messages, and no optional values. Reads the Go modules k8s.io/api and k8s.io/apimachinery of
 * the newest release: fields are never renumbered, so that it serves all releases of the sandbox.
 * Usage: node scripts/data/protobuf.ts
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newest } from '../../src/lib/kubelet/model/releases.ts'
import { kinds } from '../../src/sandbox/core/model/kinds.ts'
import { goNameOf } from '../../src/sandbox/protobuf/message.ts'
import { interruption } from '../../test/cluster/interruption.ts'
import { moduleOf } from './modules.ts'

const signal = interruption()
const modules = {
  api: await moduleOf(newest, 'k8s.io/api', signal),
  apimachinery: await moduleOf(newest, 'k8s.io/apimachinery', signal),
}

/** Bodies that are not stored. */
const sentOnly = ['DeleteOptions', 'Eviction', 'SelfSubjectAccessReview', 'SelfSubjectReview']

const packages: Readonly<Record<string, keyof typeof modules>> = {
  admissionregistration: 'api',
  apps: 'api',
  authentication: 'api',
  authorization: 'api',
  coordination: 'api',
  core: 'api',
  policy: 'api',
  rbac: 'api',
  scheduling: 'api',
  meta: 'apimachinery',
}
const prefixes: Readonly<Record<string, string>> = { v1: 'core', apiv1: 'core', corev1: 'core', metav1: 'meta' }

/** Read by hand: src/sandbox/protobuf/decode.ts. */
const special = ['ExtraValue', 'FieldsV1', 'IntOrString', 'MicroTime', 'Quantity', 'RawExtension', 'Time']
const scalars: Readonly<Record<string, string>> = {
  bool: 'bool',
  float64: 'double',
  int32: 'int32',
  int64: 'int64',
  string: 'string',
  'types.UID': 'string',
}

interface Declared {
  readonly name: string
  readonly type: string
  readonly json: string
  readonly protobuf: string
}

interface Package {
  readonly structs: ReadonlyMap<string, readonly Declared[]>
  /** Types that are declared by another type. */
  readonly aliases: ReadonlyMap<string, string>
}

function parse(name: string): Package {
  const folder = name === 'meta' ? 'pkg/apis/meta/v1' : `${name}/v1`
  const text = modules[packages[name]!].read(`${folder}/types.go`)
  const structs = text.matchAll(/^type (\w+) struct \{\n(.*?)^\}/gms).map(([, struct, body]) => {
    const fields = body!.matchAll(
      /^\t(?:(\w+) +)?(\S+) +`json:"([^"]*)"(?: +\w+:"[^"]*")*? +protobuf:"([^"]*)"[^`]*`/gm,
    )
    return [
      struct!,
      Array.from(fields, ([, field = '', type, json, protobuf]) => ({
        name: field,
        type: type!,
        json: json!,
        protobuf: protobuf!,
      })),
    ] as const
  })
  const aliases = text.matchAll(/^type (\w+) =? *(\S+)$/gm).map(([, alias, type]) => [alias!, type!] as const)
  return { structs: new Map(structs), aliases: new Map(aliases) }
}

const parsed = new Map(Object.keys(packages).map((name) => [name, parse(name)]))

/** Where a struct is declared. */
interface Place {
  readonly inside: string
  readonly struct: string
}

const messages = new Map<string, { readonly place: Place; readonly fields: string }>()

function add(place: Place): void {
  const { inside, struct } = place
  const known = messages.get(struct)
  if (known !== undefined) {
    if (known.place.inside !== inside) throw new Error(`two messages ${struct}: of ${known.place.inside} and ${inside}`)
    return
  }
  const declared = parsed.get(inside)?.structs.get(struct)
  if (declared === undefined) throw new Error(`no struct ${struct} in ${inside}`)
  messages.set(struct, { place, fields: '' })
  messages.set(struct, { place, fields: declared.map((field) => fieldText(field, inside)).join(', ') })
}

/** A field as src/sandbox/protobuf/message.ts reads it. */
function fieldText({ name: goName, type, json, protobuf }: Declared, inside: string): string {
  const [, number] = protobuf.split(',')
  const [jsonName = '', ...options] = json.split(',')
  const inGo = goName || type.replace(/^.*\./, '')
  const name = jsonName === '' || goNameOf(jsonName) === inGo ? jsonName : `${jsonName}=${inGo}`
  const pointer = type.startsWith('*')
  const [proto, isStruct] = typeOf(pointer ? type.slice(1) : type, inside)
  if (pointer && !options.includes('omitempty')) return `${number} ${name}! ${proto}`
  const mark = pointer ? '*' : options.includes(isStruct ? 'omitzero' : 'omitempty') ? '?' : ''
  return `${number} ${name}${mark} ${proto}`
}

function typeOf(type: string, inside: string): readonly [text: string, isStruct: boolean] {
  if (type === '[]byte') return ['bytes', false]
  if (type.startsWith('[]')) return [`[]${typeOf(type.slice(2), inside)[0]}`, false]
  const [, value] = /^map\[[\w.]+\](.+)$/.exec(type) ?? []
  if (value !== undefined) return [`{}${typeOf(value, inside)[0]}`, false]
  const scalar = scalars[type]
  if (scalar !== undefined) return [scalar, false]
  const [, prefix = '', name = type] = /^(\w+)\.(\w+)$/.exec(type) ?? []
  if (special.includes(name)) return [name, name !== 'ExtraValue']
  const home = prefixes[prefix] ?? inside
  const alias = parsed.get(home)?.aliases.get(name)
  if (alias !== undefined) return typeOf(alias, home)
  add({ inside: home, struct: name })
  return [name, true]
}

const roots = [...kinds.filter(({ empty }) => !empty).map(({ kind }) => kind), ...sentOnly]

for (const struct of roots) {
  const inside = parsed.entries().find(([, { structs }]) => structs.has(struct))?.[0]
  if (inside === undefined) throw new Error(`no kind ${struct}`)
  add({ inside, struct })
}

/** As the formatter would have it. */
function rowText(name: string, fields: string): string {
  const row = `  ${name}: '${fields}',\n`
  return row.length > 121 ? row.replace(': ', ':\n    ') : row
}

const rows = messages
  .entries()
  .toArray()
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([name, { fields }]) => rowText(name, fields))
const target = join(import.meta.dirname, '../../src/sandbox/protobuf/data/messages.ts')
writeFileSync(
  target,
  `// Generated by scripts/data/protobuf.ts: messages of k8s.io/api and k8s.io/apimachinery ${modules.api.version}, by the name of their Go type.
export const messages: Readonly<Record<string, string>> = {
${rows.join('')}}
`,
)
