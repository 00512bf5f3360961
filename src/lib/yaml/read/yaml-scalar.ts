import { float64Text } from '../../kubelet/grammar/float64.ts'
import type { Scalar } from '../../kubelet/model/tree.ts'

/** A scalar as in the source, after unquoting and unfolding. */
export interface SourceScalar {
  readonly text: string
  /** Neither quoted nor a block scalar. */
  readonly plain: boolean
  /** The resolved tag: `tag:yaml.org,2002:int`, `!mine`, or `!`. */
  readonly tag: string | undefined
}

export type Resolved = Pick<Scalar, 'kind' | 'text'>

/** How a document spells a number, if JSON spells it otherwise. */
export const spelledAs = ({ kind, text }: Resolved, source: string): Pick<Scalar, 'source'> =>
  (kind === 'int' || kind === 'float') && source !== text ? { source } : {}

export type Unresolved = 'READ-TAG' | 'READ-NUMBER'

const standard = 'tag:yaml.org,2002:'

/** The value that go-yaml v2 (goyaml.v2/resolve.go), and then Go's JSON, makes of a scalar. */
export function resolveScalar({ text, plain, tag }: SourceScalar): Resolved | Unresolved {
  if (tag === undefined && plain) return resolvePlain(text)
  if (tag === undefined || !tag.startsWith(standard)) return { kind: 'string', text }
  const name = tag.slice(standard.length)
  if (name === 'binary') return decodeBinary(text)
  const resolve = byTag.get(name)
  return resolve === undefined ? { kind: 'string', text } : resolve(text)
}

const byTag = new Map<string, (text: string) => Resolved | Unresolved>([
  ['int', (text) => ifKind(resolvePlain(text), ['int'])],
  ['float', (text) => asFloat(ifKind(resolvePlain(text), ['int', 'float']))],
  ['bool', (text) => ifKind(resolvePlain(text), ['bool'])],
  ['null', (text) => ifKind(resolvePlain(text), ['null'])],
  ['timestamp', (text) => (/^\d{4}-\d\d?-\d\d?([Tt ]|$)/.test(text) ? { kind: 'string', text } : 'READ-TAG')],
])

function ifKind(resolved: Resolved | Unresolved, kinds: readonly string[]): Resolved | Unresolved {
  return typeof resolved === 'string' || kinds.includes(resolved.kind) ? resolved : 'READ-TAG'
}

const asFloat = (resolved: Resolved | Unresolved): Resolved | Unresolved =>
  typeof resolved === 'string' ? resolved : { kind: 'float', text: float64Text(Number(resolved.text)) }

function decodeBinary(text: string): Resolved | Unresolved {
  const base64 = text.replaceAll(/[\r\n]/g, '')
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(base64)) return 'READ-TAG'
  return { kind: 'string', text: Buffer.from(base64, 'base64').toString() }
}

const spellings: readonly (readonly [Resolved | Unresolved, readonly string[]])[] = [
  [{ kind: 'bool', text: 'true' }, ['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON']],
  [{ kind: 'bool', text: 'false' }, ['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF']],
  [{ kind: 'null', text: 'null' }, ['', '~', 'null', 'Null', 'NULL']],
  [
    'READ-NUMBER',
    ['.nan', '.NaN', '.NAN', '.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF', '-.inf', '-.Inf', '-.INF'],
  ],
]
const longestWord = 5
const words = new Map(spellings.flatMap(([resolved, texts]) => texts.map((text) => [text, resolved] as const)))

const usualInteger = /^[1-9]\d{0,17}$/
const decimal = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/

/** For a plain scalar without tag. Timestamps and base-60 numbers of YAML 1.1 remain strings. */
export function resolvePlain(text: string): Resolved | Unresolved {
  const word = text.length <= longestWord ? words.get(text) : undefined
  if (word !== undefined) return word
  if (!/^[-+.\d]/.test(text)) return { kind: 'string', text }
  if (usualInteger.test(text)) return { kind: 'int', text }
  const digits = text.startsWith('.') ? text : text.replaceAll('_', '')
  const integer = integerOf(digits)
  if (integer !== undefined && integer >= -(2n ** 63n) && integer < 2n ** 64n)
    return { kind: 'int', text: `${integer}` }
  if (decimal.test(digits) && Number.isFinite(Number(digits)))
    return { kind: 'float', text: float64Text(Number(digits)) }
  return integer === undefined ? { kind: 'string', text } : { kind: 'int', text: `${integer}` }
}

/** Like Go's ParseInt with base 0: 0x10, 0o17, 0b11, and 017 is octal. */
function integerOf(digits: string): bigint | undefined {
  const [, sign, prefix = '', rest = ''] = /^([-+]?)(0[xX]|0[oO]|0[bB]|0(?=\d))?([\da-fA-F]+)$/.exec(digits) ?? []
  const base = bases[prefix.toLowerCase()]
  if (sign === undefined || base === undefined || !base.digits.test(rest)) return undefined
  const size = BigInt(base.prefix + rest)
  return sign === '-' ? -size : size
}

const bases: Readonly<Record<string, { readonly prefix: string; readonly digits: RegExp }>> = {
  '': { prefix: '', digits: /^\d+$/ },
  '0': { prefix: '0o', digits: /^[0-7]+$/ },
  '0o': { prefix: '0o', digits: /^[0-7]+$/ },
  '0x': { prefix: '0x', digits: /^[\da-f]+$/i },
  '0b': { prefix: '0b', digits: /^[01]+$/ },
}
