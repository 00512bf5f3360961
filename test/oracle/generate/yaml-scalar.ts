import type { Chance } from './chance.ts'
import type { Node } from './node.ts'

type Scalar = Exclude<Node, { type: 'list' | 'map' }>

/** A scalar as YAML 1.1 may spell it, mostly as a person would. */
export function yamlScalar(chance: Chance, node: Scalar): string {
  const usual = usualSpelling(chance, node)
  return chance.oddly(40) ? chance.pick(odd[node.type])(usual, chance) : usual
}

function usualSpelling(chance: Chance, node: Scalar): string {
  switch (node.type) {
    case 'null':
      return chance.pick(['null', '~', ''])
    case 'bool':
      return `${node.value}`
    case 'number':
      return node.text
    case 'string':
      return quoted(chance, node.value)
  }
}

/** Without quotes only what is plainly a string; the odd spellings leave them out elsewhere. */
function quoted(chance: Chance, value: string): string {
  if (/^[A-Za-z/][\w/.]*$/.test(value) && !/^(?:true|false|yes|no|on|off|y|n|null)$/i.test(value)) return value
  if (chance.once(3) && !/[^\x20-\x7e]/.test(value)) return `'${value.replaceAll("'", "''")}'`
  return JSON.stringify(value)
}

type Respell = (usual: string, chance: Chance) => string

const tags = [
  '!!str',
  '!!int',
  '!!float',
  '!!bool',
  '!!null',
  '!!binary',
  '!!timestamp',
  '!',
  '!foo',
  '!!foo',
  '!<tag:yaml.org,2002:str>',
  '!!map',
  '!!seq',
  '!!merge',
  '!!set',
]
const tagged: Respell = (usual, chance) => `${chance.pick(tags)} ${usual}`
const quotedTwice: Respell = (usual) => `"${usual.replaceAll('"', '')}"`
const commented: Respell = (usual, chance) => `${usual}${chance.pick([' # c', '# c', ' #', '\t# c'])}`
const bare: Respell = (usual) => usual.replace(/^(["'])(.*)\1$/, '$2')
const block: Respell = (usual, chance) =>
  `${chance.pick(['|', '>', '|-', '>+', '|2', '| # c'])}\n      ${bare(usual, chance)}\n`

const words = ['yes', 'No', 'ON', 'off', 'y', 'N', 'TRUE', 'False', 'tRUE', 'Yes', 'nO', 'Y', 'n']
const nulls = ['Null', 'NULL', 'nULL', '~ ', '!!null ""', '"~"']
const numbers = [
  '010',
  '0o10',
  '0x10',
  '0b11',
  '1_0',
  '+5',
  '-0',
  '5.0',
  '1e2',
  '1E+2',
  '5.',
  '.5',
  '1:30',
  '.inf',
  '-.INF',
  '.nan',
  '08',
  '0x',
  '1__0',
  '_1',
  '0o8',
  '1e400',
  '12e03',
  '2001-01-01',
  '0b2',
  '+0x1f',
  '-010',
  '1.5e1',
  '1_0.5',
  '0.1e1',
  '685_230.15',
  '190:20:30',
  '1e-400',
  '9007199254740993.0',
  '1.0e18',
]
const strings = [
  '=',
  '<<',
  '2001-12-14t21:59:43.10-05:00',
  '@a',
  '`a',
  '%a',
  '- a',
  '? a',
  ': a',
  '-',
  '"\\x41"',
  '"\\u0041\\n"',
  '"\\q"',
  "'a''b'",
  '"a\n  b"',
  "'a\n\n  b'",
  'a b',
  'a: b',
  'a#b',
  'a #b',
  '[a]',
  '{a: b}',
  '*a',
  '&a b',
  '!a b',
  '"\\\n  a"',
  'a\n  b',
  '|\n a',
  '1s',
  '10%',
  '0x1s',
  '"\\/"',
  '"\\U0001F600"',
  '"\\e\\a\\_\\N\\L\\P\\ "',
  '"\\ud83d\\ude00"',
  '"\\xe9"',
  "''",
  '"a\tb"',
  'a\tb',
  '\u00e9',
  '"\u00a0"',
  'a,b',
  'a]',
  '}',
  ',',
]

const among =
  (choices: readonly string[]): Respell =>
  (_, chance) =>
    chance.pick(choices)

const odd: Readonly<Record<Scalar['type'], readonly Respell[]>> = {
  null: [among(nulls), tagged, commented],
  bool: [among(words), tagged, quotedTwice, commented, among(strings)],
  number: [among(numbers), among(numbers), tagged, quotedTwice, commented, block],
  string: [among(strings), bare, tagged, block, commented, among(numbers), among(words)],
}
