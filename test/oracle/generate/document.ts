import { configuration } from '../../../src/lib/config/schema.ts'
import { Chance } from './chance.ts'
import { companions } from './companions.ts'
import { gateSet } from './gate-sets.ts'
import { header } from './header.ts'
import { json } from './json.ts'
import { mischiefs } from './mischief.ts'
import type { MapNode } from './node.ts'
import { fieldOf, structOf } from './values.ts'
import { Yaml } from './yaml.ts'

/** The document of a seed: a few fields, most of them right, in YAML or JSON, now and then with a mishap. */
export function generate(seed: number): Uint8Array {
  const chance = new Chance(seed)
  const root = rootOf(chance)
  const text = chance.once(4) ? json(chance, root) : new Yaml(chance).document(root)
  return bytesOf(chance, chance.once(12) ? chance.pick(mischiefs)(text, chance) : text)
}

function rootOf(chance: Chance): MapNode {
  const place = { schema: configuration, path: '' }
  const together = chance.once(2) ? chance.pick(companions) : { fields: [] }
  const { entries } = structOf(chance, configuration, { path: '', count: chance.pick([1, 2, 4, 10]) })
  const others = entries.filter(([key]) => key !== 'featureGates' && !together.fields.includes(key))
  const chosen = chance.some(together.fields, together.fields.length * 0.8)
  const fields = [...others, ...chosen.flatMap((name) => fieldOf(chance, name, place))]
  const gates = together.gates ?? []
  const all =
    gates.length > 0 || chance.once(3) ? [...fields, ['featureGates', gateSet(chance, gates)] as const] : fields
  const top = header(chance)
  return { type: 'map', entries: chance.once(10) ? [...all, ...top] : [...top, ...all] }
}

/** Invalid UTF-8 now and then. */
function bytesOf(chance: Chance, text: string): Uint8Array {
  const bytes = new TextEncoder().encode(text)
  if (chance.once(200) && bytes.length > 0) bytes[chance.below(bytes.length)] = chance.pick([0xff, 0xc0, 0x80, 0xed])
  return bytes
}
