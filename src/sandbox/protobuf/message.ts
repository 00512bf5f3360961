import { messages } from './data/messages.ts'

export type Scalar = 'bool' | 'bytes' | 'int32' | 'int64' | 'string'

export type Type =
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | { readonly kind: 'list' | 'map'; readonly of: Type }
  /** Its name is that of its Go type. */
  | { readonly kind: 'message'; readonly name: string }

/**
 * When JSON omits a field, as the tags of its Go type say: never, when it is empty, when it is absent (a pointer with
 * omitempty); or it is null when it is absent (any other pointer).
 */
export type Omission = 'never' | 'empty' | 'absent' | 'null'

export interface Field {
  readonly number: number
  /** In JSON; empty for a message whose fields JSON has in the outer object. */
  readonly name: string
  readonly goName: string
  readonly omission: Omission
  readonly type: Type
}

const scalars: readonly string[] = ['bool', 'bytes', 'int32', 'int64', 'string'] satisfies Scalar[]
const omissions: Readonly<Record<string, Omission>> = { '': 'never', '?': 'empty', '*': 'absent', '!': 'null' }

/** Messages whose JSON is not an object of their fields: special.ts. */
const specialMessages = {
  ExtraValue: '1 items []string',
  FieldsV1: '1 raw* bytes',
  IntOrString: '1 type int64, 2 intVal int32, 3 strVal string',
  MicroTime: '1 seconds* int64, 2 nanos* int32',
  Quantity: '1 string=String_* string',
  RawExtension: '1 raw* bytes',
  Time: '1 seconds* int64, 2 nanos* int32',
} as const

export type SpecialMessage = keyof typeof specialMessages

/** runtime.Unknown: the kind of a message, and the message. */
const envelope = {
  TypeMeta: '1 apiVersion=APIVersion string, 2 kind string',
  Unknown: '1 typeMeta TypeMeta, 2 raw bytes',
}

const texts: Readonly<Record<string, string>> = { ...messages, ...specialMessages, ...envelope }
const known = new Map<string, readonly Field[]>()

export const isKind = (name: string): boolean => Object.hasOwn(messages, name)

/** The fields of a message, in the order of JSON. */
export function fieldsOf(name: string): readonly Field[] {
  const found = known.get(name) ?? texts[name]!.split(', ').map(parseField)
  known.set(name, found)
  return found
}

/** Parses NUMBER NAME[=GONAME][?|*|!] TYPE, where []TYPE is a list and {}TYPE a map with strings as keys. */
function parseField(text: string): Field {
  const [, number = '', name = '', inGo, mark = '', type = ''] =
    /^(\d+) (\w*)(?:=(\w+))?([?*!]?) (\S+)$/.exec(text) ?? []
  const goName = inGo ?? (name === '' ? type : goNameOf(name))
  return { number: Number(number), name, goName, omission: omissions[mark]!, type: parseType(type) }
}

/** The name that most Go fields with this name in JSON have. */
export const goNameOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

function parseType(text: string): Type {
  if (text.startsWith('[]')) return { kind: 'list', of: parseType(text.slice(2)) }
  if (text.startsWith('{}')) return { kind: 'map', of: parseType(text.slice(2)) }
  return scalars.includes(text) ? { kind: 'scalar', scalar: text as Scalar } : { kind: 'message', name: text }
}
