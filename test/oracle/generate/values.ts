import type { ScalarType, Schema, SchemaOf } from '../../../src/lib/kubelet/schema/schema.ts'
import type { Chance } from './chance.ts'
import { mapKeys } from './map-keys.ts'
import { type MapNode, type Node, nodeOf, type Plain } from './node.ts'
import { ruleValues } from './rule-values.ts'
import { nearlyRight, right } from './scalars.ts'
import { startUpValues } from './start-up-values.ts'

const interesting: Readonly<Record<string, readonly Plain[]>> = { ...ruleValues, ...startUpValues }

const foreign: readonly Node[] = [null, true, 0, 1.5, '', 'a', [], {}, [null], { a: null }].map(nodeOf)

/** One value in this many is one that its type may not take. */
const nearlyRightOnceIn = 25

/** A value for a field or an element, by its path in the table of fields. */
export function anyValue(chance: Chance, schema: Schema, path: string): Node {
  const known = interesting[path]
  if (chance.oddly(4 * nearlyRightOnceIn)) return chance.pick(foreign)
  const byType = known === undefined || chance.once(schema.type === 'scalar' ? nearlyRightOnceIn : 2)
  return byType ? valueByType(chance, schema, path) : nodeOf(chance.pick(known))
}

function valueByType(chance: Chance, schema: Schema, path: string): Node {
  switch (schema.type) {
    case 'struct':
      return structOf(chance, schema, { path, count: chance.pick([1.5, schema.fields.size]) })
    case 'list':
      return { type: 'list', items: itemsOf(chance, () => anyValue(chance, schema.items, `${path}[]`)) }
    case 'map':
      return {
        type: 'map',
        entries: itemsOf(chance, () => [keyOf(chance, path), anyValue(chance, schema.values, `${path}{}`)]),
      }
    case 'scalar':
      return scalarOf(chance, schema.scalar)
  }
}

function itemsOf<T>(chance: Chance, make: () => T): readonly T[] {
  return Array.from({ length: chance.below(3) }, make)
}

const keys = [
  'a',
  'memory',
  'memory.available',
  'cpu',
  '1',
  'true',
  '',
  'a b',
  'A',
  'ä',
  '~',
  '<<',
  '=',
  'X-Y',
  '0x10',
  '1.0',
  'null',
]

function keyOf(chance: Chance, path: string): string {
  const known = mapKeys[path]
  return chance.pick(known === undefined || chance.once(8) ? keys : known)
}

function scalarOf(chance: Chance, type: ScalarType): Node {
  return nodeOf(chance.pick((chance.oddly(nearlyRightOnceIn) ? nearlyRight : right)[type]))
}

/** Some fields of a struct, `count` of them on average. */
export function structOf(
  chance: Chance,
  schema: SchemaOf<'struct'>,
  { path, count }: { path: string; count: number },
): MapNode {
  const names = chance.some([...schema.fields.keys()], count).filter((name) => !headers.has(path + name))
  return { type: 'map', entries: names.flatMap((name) => fieldOf(chance, name, { schema, path })) }
}

export type Entries = readonly (readonly [key: string, value: Node])[]

/** A field and its value, now and then with a key that is none, in the wrong case, or twice. */
export function fieldOf(
  chance: Chance,
  name: string,
  { schema, path }: { schema: SchemaOf<'struct'>; path: string },
): Entries {
  const make = (): Node => anyValue(chance, schema.fields.get(name)!, path === '' ? name : `${path}.${name}`)
  if (!chance.oddly(40)) return [[name, make()]]
  const oddities: readonly (() => Entries)[] = [
    () => [[miscased(chance, name), make()]],
    () => [
      [name, make()],
      [name, make()],
    ],
    () => [
      [name, make()],
      [miscased(chance, name), make()],
    ],
    () => [[chance.pick(strangers), make()]],
  ]
  return chance.pick(oddities)()
}

const headers = new Set(['apiVersion', 'kind'])
const strangers = [
  'foo',
  'maxpods',
  'max Pods',
  '',
  'clusterDns',
  'apiVersion',
  'Kind',
  'metadata',
  'key',
  'ſyncFrequency',
  '1',
  'a.b',
  'a"b',
]

const miscased = (chance: Chance, name: string): string =>
  chance.pick([name.toUpperCase(), name.toLowerCase(), name[0]!.toUpperCase() + name.slice(1)])
