import { configuration } from '../../../src/lib/kubelet/schema/schema.ts'
import { Chance } from '../generate/chance.ts'
import { header } from '../generate/header.ts'
import { json } from '../generate/json.ts'
import { type Node, nodeOf } from '../generate/node.ts'
import { type Entries, fieldOf } from '../generate/values.ts'
import { Yaml } from '../generate/yaml.ts'

/** The files below a folder by their paths: `config.yaml`, and some in `drop-ins`. */
export type Folder = Readonly<Record<string, string>>

/**
 * The folder of a seed: a file and some drop-ins that set, remove and misspell the same few fields. In three of four
 * nothing else is odd, so that most of them decode.
 */
export function folderOf(seed: number): Folder {
  const chance = new Chance(seed, { tidy: seed % 4 !== 0 })
  const shared = chance.some(fieldNames, 5)
  const base = chance
    .some(shared, 3)
    .flatMap((name) => fieldOf(chance, name, place))
    .filter(([, value]) => !isAbove(value))
  const names = chance.some(fileNames, chance.pick([1, 2, 3, 5]))
  const dropIns = names.map((name) => [`drop-ins/${name}`, text(chance, dropIn(chance, shared))] as const)
  return Object.fromEntries([['config.yaml', text(chance, base)], ...dropIns])
}

/** A path that leaves the folder is another one where the kubelet's own code reads it. */
const isAbove = (value: Node): boolean => value.type === 'string' && value.value.startsWith('..')

const place = { schema: configuration, path: '' }

/** Gates have campaigns of their own, and so has what they let a document say. */
const fieldNames = [...configuration.fields.keys()].filter((name) => !['apiVersion', 'kind'].includes(name))

/** Byte order is not the order of any locale, and a folder is read where its name is. */
const fileNames = [
  '10.conf',
  '9.conf',
  'a.conf',
  'B.conf',
  '_.conf',
  'é.conf',
  '~.conf',
  '.conf',
  '.hidden.conf',
  'sub.conf',
  'sub/1.conf',
  'sub/deeper/0.conf',
  'sub-a.conf',
  'folder.conf/z.conf',
  'x.yaml',
  'b.CONF',
  'c.conf.bak',
]

function dropIn(chance: Chance, shared: readonly string[]): Entries {
  const names = [...chance.some(shared, 2), ...(chance.once(3) ? [chance.pick(fieldNames)] : [])]
  return [...new Set(names)]
    .flatMap((name) => fieldOf(chance, name, place))
    .map(([name, value]) => [chance.once(15) ? inOtherCase(chance, name) : name, withNulls(chance, value)])
}

/** Null removes what is below; deeper ones only some of it. */
function withNulls(chance: Chance, node: Node): Node {
  if (chance.once(12)) return nodeOf(null)
  if (node.type !== 'map') return node
  return { ...node, entries: node.entries.map(([key, value]) => [key, withNulls(chance, value)] as const) }
}

const inOtherCase = (chance: Chance, name: string): string =>
  chance.pick([name.toUpperCase(), name.toLowerCase(), `${name.charAt(0).toUpperCase()}${name.slice(1)}`])

function text(chance: Chance, fields: Entries): string {
  const root = { type: 'map', entries: [...header(chance), ...fields] } as const
  return chance.once(6) ? json(chance, root) : new Yaml(chance).document(root)
}
