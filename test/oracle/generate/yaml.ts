import type { Chance } from './chance.ts'
import type { MapNode, Node } from './node.ts'
import { yamlScalar } from './yaml-scalar.ts'

/** YAML text: blocks, now and then flows, anchors, aliases, merge keys, explicit keys and comments. */
export class Yaml {
  readonly #chance: Chance
  readonly #anchors: string[] = []

  constructor(chance: Chance) {
    this.#chance = chance
  }

  document(root: MapNode): string {
    return this.#block(root, '')
  }

  #block(node: Node, indent: string): string {
    if (node.type === 'map') return node.entries.map(([key, value]) => this.#entry(key, value, indent)).join('')
    if (node.type === 'list') return node.items.map((item) => `${indent}-${this.#after(item, indent)}`).join('')
    return `${indent}${yamlScalar(this.#chance, node)}\n`
  }

  #entry(key: string, value: Node, indent: string): string {
    const chance = this.#chance
    const name = keyText(chance, key)
    if (chance.oddly(150))
      return `${indent}? ${name}\n${chance.once(4) ? '' : `${indent}:${this.#after(value, indent)}`}`
    if (chance.oddly(150)) return `${indent}<<: ${this.#merged()}\n`
    const comment = chance.once(60) ? `${indent}# ${chance.pick(['a', 'a: b', '', '"', '{'])}\n` : ''
    return `${comment}${indent}${name}:${this.#after(value, indent)}`
  }

  /** What follows a colon or a dash, and the line end. */
  #after(node: Node, indent: string): string {
    const chance = this.#chance
    const anchor = chance.once(60) ? ` &${this.#anchor()}` : ''
    if (chance.oddly(80)) return ` *${chance.once(8) ? 'none' : this.#known()}\n`
    const isEmpty =
      (node.type === 'map' && node.entries.length === 0) || (node.type === 'list' && node.items.length === 0)
    if (node.type !== 'map' && node.type !== 'list') return `${anchor} ${yamlScalar(chance, node)}\n`
    if (isEmpty || chance.once(3)) return `${anchor} ${this.#flow(node)}\n`
    const deeper =
      node.type === 'list' && chance.once(2) ? indent : `${indent}${chance.pick(['  ', '  ', '    ', ' '])}`
    return `${anchor}\n${this.#block(node, deeper)}`
  }

  #flow(node: Node): string {
    const chance = this.#chance
    const trail = chance.once(40) ? ',' : ''
    if (node.type === 'list') return `[${node.items.map((item) => this.#flow(item)).join(', ')}${trail}]`
    if (node.type === 'map')
      return `{${node.entries.map(([key, value]) => `${keyText(chance, key)}: ${this.#flow(value)}`).join(', ')}${trail}}`
    return yamlScalar(chance, node)
  }

  #anchor(): string {
    const name = this.#chance.pick(['a', 'b', 'c-1'])
    this.#anchors.push(name)
    return name
  }

  #known(): string {
    return this.#anchors.length > 0 ? this.#chance.pick(this.#anchors) : 'a'
  }

  #merged(): string {
    const known = this.#known()
    return this.#chance.pick([
      `*${known}`,
      `[*${known}]`,
      '{maxPods: 7}',
      '[{port: 1}, {port: 2, maxPods: 3}]',
      'null',
      '5',
    ])
  }
}

function keyText(chance: Chance, key: string): string {
  if (/^[A-Za-z][\w.-]*$/.test(key)) {
    if (!chance.once(80)) return key
    return chance.pick([
      `"${key}"`,
      `'${key}'`,
      `!!str ${key}`,
      `${key} `,
      `&k ${key}`,
      `"\\x${key.charCodeAt(0).toString(16)}${key.slice(1)}"`,
    ])
  }
  return chance.oddly(8) && key !== '' ? key : JSON.stringify(key)
}
