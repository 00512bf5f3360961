import { configuration } from '../../../src/lib/kubelet/schema/schema.ts'
import { Chance } from '../generate/chance.ts'
import { header } from '../generate/header.ts'
import { json } from '../generate/json.ts'
import type { Node } from '../generate/node.ts'
import { type Entries, fieldOf } from '../generate/values.ts'
import { Yaml } from '../generate/yaml.ts'
import { spelled } from './spell.ts'

/** The files below a folder by their paths: `config.yaml`, and some in `drop-ins`. */
export type Folder = Readonly<Record<string, string>>

/**
 * The folder of a seed: a file and some drop-ins that set, remove and misspell the same few fields, in one of three often. In
 * three of four nothing else is odd, so that most of them decode.
 */
export function folderOf(seed: number): Folder {
  const chance = new Chance(seed, { tidy: seed % 4 !== 0 })
  const isMisspelt = seed % 3 === 0
  const shared = chance.some(isMisspelt && chance.once(2) ? wholeNames : fieldNames, 5)
  const base = chance
    .some(shared, 3)
    .flatMap((name) => fieldOf(chance, name, place))
    .filter(([, value]) => !isAbove(value))
  const names = chance.some(fileNames, chance.pick([1, 2, 3, 5]))
  const dropIns = names.map((name) => [`drop-ins/${name}`, text(chance, dropIn(chance, shared, isMisspelt))] as const)
  return Object.fromEntries([['config.yaml', text(chance, base)], ...dropIns])
}

/** A path that leaves the folder is another one where the kubelet's own code reads it. */
const isAbove = (value: Node): boolean => value.type === 'string' && value.value.startsWith('..')

const place = { schema: configuration, path: '' }

/** Gates have campaigns of their own, and so has what they let a document say. */
const fieldNames = [...configuration.fields.keys()].filter((name) => !['apiVersion', 'kind'].includes(name))

/** Fields that have something below. */
const wholeNames = fieldNames.filter((name) => configuration.fields.get(name)!.type !== 'scalar')

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

function dropIn(chance: Chance, shared: readonly string[], often: boolean): Entries {
  const names = [...chance.some(shared, 2), ...(chance.once(3) ? [chance.pick(fieldNames)] : [])]
  const entries = [...new Set(names)].flatMap((name) => fieldOf(chance, name, place))
  return spelled(chance, entries, often ? { names: 3, numbers: 6, nulls: 12 } : { names: 30, numbers: 60, nulls: 12 })
}

function text(chance: Chance, fields: Entries): string {
  const root = { type: 'map', entries: [...header(chance), ...fields] } as const
  return chance.once(6) ? json(chance, root) : new Yaml(chance).document(root)
}
