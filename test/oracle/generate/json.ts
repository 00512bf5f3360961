import type { Chance } from './chance.ts'
import type { Node } from './node.ts'

/** JSON text, now and then with a spelling of its own for a number or a string. */
export function json(chance: Chance, node: Node): string {
  switch (node.type) {
    case 'null':
      return 'null'
    case 'bool':
      return `${node.value}`
    case 'number':
      return numberOf(chance, node.text)
    case 'string':
      return stringOf(chance, node.value)
    case 'list':
      return `[${node.items.map((item) => blank(chance) + json(chance, item)).join(',')}]`
    case 'map':
      return `{${node.entries.map(([key, value]) => `${blank(chance)}${stringOf(chance, key)}:${json(chance, value)}`).join(',')}}`
  }
}

const blank = (chance: Chance): string => (chance.once(8) ? chance.pick([' ', '\n', '\t', '\r\n  ']) : '')

function numberOf(chance: Chance, text: string): string {
  if (!chance.oddly(40)) return text
  return chance.pick([
    `${text}.0`,
    `${text}e0`,
    `${text}0e-1`,
    `+${text}`,
    `0${text}`,
    '-0',
    `${text}E+1`,
    `${text}.`,
    'NaN',
    '1e400',
  ])
}

function stringOf(chance: Chance, value: string): string {
  const plain = JSON.stringify(value)
  if (chance.once(16)) return chance.pick(escaped)(plain)
  if (!chance.oddly(40)) return plain
  return chance.pick([`'${value}'`, `"${value}\\x"`, `"${value}\\ud800"`, `"${value}\t"`, value])
}

/** The same string, but its source tells. */
const escaped: readonly ((plain: string) => string)[] = [
  (plain) => plain.replace(/[\da-z]/i, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
  (plain) => plain.replaceAll('/', '\\/'),
]
