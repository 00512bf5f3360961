import { configuration } from '../../../src/lib/kubelet/schema/schema.ts'
import { Chance } from './chance.ts'
import { companions } from './companions.ts'
import { gateSet, oneGate } from './gate-sets.ts'
import { header } from './header.ts'
import { json } from './json.ts'
import { mischiefs } from './mischief.ts'
import { type MapNode, nodeOf } from './node.ts'
import { oneValue } from './one-value.ts'
import { ruleValues } from './rule-values.ts'
import { type Entries, fieldOf, structOf } from './values.ts'
import { Yaml } from './yaml.ts'

/**
 * The document of a seed, in YAML or JSON. Every other is tidy: it decodes, and few of its fields are at odds with each
 * other, so that a rule is judged that would not be behind other flaws. The rest has mishaps of all kinds.
 */
export function generate(seed: number): Uint8Array {
  const chance = new Chance(seed, { tidy: seed % 2 === 0 })
  const fields = chance.oddly(2) ? many(chance) : chance.pick(few)(chance)
  const root = withHeader(chance, fields)
  const text = chance.once(4) ? json(chance, root) : new Yaml(chance).document(root)
  return bytesOf(chance, chance.oddly(6) ? chance.pick(mischiefs)(text, chance) : text)
}

const place = { schema: configuration, path: '' }

/** All that is wrong with values is told at once, while the start-up only gets to what is valid. */
const few: readonly ((chance: Chance) => Entries)[] = [
  together,
  together,
  together,
  (chance) => chance.some(ruled, 5).flatMap((name) => fieldOf(chance, name, place)),
  (chance) => fieldOf(chance, chance.pick(fieldNames), place),
  (chance) => [oneValue(chance)],
  (chance) => [['featureGates', oneGate(chance)]],
]

const fieldNames = [...configuration.fields.keys()].filter((name) => !['apiVersion', 'kind'].includes(name))
const ruled = fieldNames.filter((name) => Object.keys(ruleValues).some((path) => /^\w+/.exec(path)?.[0] === name))

function together(chance: Chance): Entries {
  const { fields, gates = [], given = {} } = chance.pick(companions)
  const chosen = chance.some(fields, fields.length * 0.8)
  const firm = Object.entries(given).map(([name, value]) => [name, nodeOf(value)] as const)
  const switches = gates.length > 0 ? [['featureGates', gateSet(chance, gates)] as const] : []
  return [...firm, ...chosen.flatMap((name) => fieldOf(chance, name, place)), ...switches]
}

function many(chance: Chance): Entries {
  const related = chance.once(2) ? together(chance) : []
  const taken = new Set(related.map(([name]) => name))
  const others = fieldsOf(chance, chance.pick([1, 2, 4, 10])).filter(([name]) => !taken.has(name))
  const switches = !taken.has('featureGates') && chance.once(3) ? [['featureGates', gateSet(chance, [])] as const] : []
  return [...others, ...related, ...switches]
}

const fieldsOf = (chance: Chance, count: number): Entries =>
  structOf(chance, configuration, { path: '', count }).entries.filter(([name]) => name !== 'featureGates')

function withHeader(chance: Chance, fields: Entries): MapNode {
  const top = header(chance)
  return { type: 'map', entries: chance.once(10) ? [...fields, ...top] : [...top, ...fields] }
}

/** Invalid UTF-8 now and then. */
function bytesOf(chance: Chance, text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  if (chance.oddly(100) && bytes.length > 0) bytes[chance.below(bytes.length)] = chance.pick([0xff, 0xc0, 0x80, 0xed])
  return bytes
}
