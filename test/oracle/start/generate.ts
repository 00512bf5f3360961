import { posix } from 'node:path'
import { check } from '../../../src/lib/kubelet/check/check.ts'
import type { Release } from '../../../src/lib/kubelet/model/releases.ts'
import { configuration } from '../../../src/lib/kubelet/schema/schema.ts'
import { readDocument } from '../../../src/lib/yaml/read/read.ts'
import { Chance } from '../generate/chance.ts'
import { type MapNode, type Node, nodeOf } from '../generate/node.ts'
import { type Entries, fieldOf } from '../generate/values.ts'
import type { Kind } from './hosts.ts'
import { readAtStart } from './read/all.ts'

/** A document for a kind of host. */
export interface Case {
  readonly kind: Kind
  readonly fields: Entries
}

const [usual, header] = [
  { failCgroupV1: false },
  'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n',
] as const
const kinds: readonly Kind[] = ['plain', 'plain', 'plain', 'plain', 'swap', 'sysctls', 'smallest']
const fieldNames = [...configuration.fields.keys()].filter((name) => !['apiVersion', 'kind', 'runOnce'].includes(name))

/** The case of a seed: a document that a release decodes, and that breaks no rule of validation. */
export async function generateCase(seed: number, release: Release): Promise<Case> {
  const chance = new Chance(seed, { tidy: true })
  for (;;) {
    const fields = [...anyFields(chance)]
    if (await isValidated(textOf(fields), release)) return { kind: chance.pick(kinds), fields }
  }
}

function anyFields(chance: Chance): ReadonlyMap<string, Node> {
  const settings = Array.from({ length: chance.pick([1, 1, 2, 3]) }, () =>
    chance.pick(chance.pick(readAtStart).settings),
  )
  const plain = Object.assign(chance.once(20) ? {} : { ...usual }, ...settings)
  const others = chance.once(4) ? chance.some(fieldNames, chance.pick([1, 2, 4])) : []
  return new Map([
    ...others.flatMap((name) => fieldOf(chance, name, { schema: configuration, path: '' })),
    ...Object.entries(plain).map(([name, value]) => [name, nodeOf(value as never)] as const),
  ])
}

/** What the kubelet's own validation takes: all that is fatal comes after it. */
export async function isValidated(text: string, release: Release): Promise<boolean> {
  const { findings } = check(await readDocument(new TextEncoder().encode(text)), release)
  return !findings.some(({ fatal, stage }) => fatal && stage !== 'start-up')
}

/** One line for each field. */
export const textOf = (fields: Entries): string =>
  header + fields.map(([name, value]) => `${name}: ${flow(value)}\n`).join('')

function flow(node: Node): string {
  switch (node.type) {
    case 'null':
      return 'null'
    case 'bool':
      return `${node.value}`
    case 'number':
      return node.text
    case 'string':
      return JSON.stringify(node.value)
    case 'list':
      return `[${node.items.map(flow).join(', ')}]`
    case 'map':
      return `{${node.entries.map(([key, value]) => `${JSON.stringify(key)}: ${flow(value)}`).join(', ')}}`
  }
}

/** cmd/kubelet/app/options: KubeletConfigurationPathRefs. */
const paths = new Set([
  'staticPodPath',
  'clientCAFile',
  'tlsCertFile',
  'tlsPrivateKeyFile',
  'resolvConf',
  'volumePluginDir',
  'podLogsDir',
])

/** With relative paths as the kubelet takes them: in the folder of its file. */
export const settled = (fields: Entries, folder: string): Entries =>
  fields.map(([name, value]) => [name, settledValue(name, value, folder)] as const)

function settledValue(name: string, value: Node, folder: string): Node {
  if (value.type === 'map') return { ...value, entries: settled(value.entries, folder) }
  const isRelative = value.type === 'string' && paths.has(name) && value.value !== '' && !value.value.startsWith('/')
  return isRelative ? { type: 'string', value: posix.join(folder, value.value) } : value
}

/** Each with one field, entry or item less. */
export const smaller = ({ kind, fields }: Case): readonly Case[] =>
  fieldsLess(fields).map((rest) => ({ kind, fields: rest }))

const fieldsLess = (fields: Entries): readonly Entries[] => [
  ...fields.map((_, index) => fields.toSpliced(index, 1)),
  ...fields.flatMap(([name, value], index) =>
    valueLess(value).map((less) => fields.with(index, [name, less] as const)),
  ),
]

function valueLess(value: Node): readonly Node[] {
  if (value.type === 'list')
    return value.items.map((_, index) => ({ ...value, items: value.items.toSpliced(index, 1) }))
  if (value.type === 'map') return fieldsLess(value.entries).map((entries): MapNode => ({ type: 'map', entries }))
  return []
}
