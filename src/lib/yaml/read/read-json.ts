import type { printParseErrorCode } from 'jsonc-parser'
import type { Reading } from '../../kubelet/model/reading.ts'
import type { Entry, Position, Scalar, ScalarKind, Tree } from '../../kubelet/model/tree.ts'
import { maxDepth } from './limits.ts'
import type { Source } from './text.ts'
import { tooDeep, Unreadable } from './unreadable.ts'

const problems: Readonly<Record<ReturnType<typeof printParseErrorCode>, string>> = {
  InvalidSymbol: 'JSON has no such word',
  InvalidNumberFormat: 'number is not in the form of JSON',
  PropertyNameExpected: 'expected a key in double quotes',
  ValueExpected: 'expected a value',
  ColonExpected: 'expected a colon',
  CommaExpected: 'expected a comma',
  CloseBraceExpected: 'expected a closing brace',
  CloseBracketExpected: 'expected a closing bracket',
  EndOfFileExpected: 'expected nothing more after the closing brace',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'string is not closed on its line',
  UnexpectedEndOfNumber: 'number ends too early',
  InvalidUnicode: 'escape \\u needs four hexadecimal digits',
  InvalidEscapeCharacter: 'JSON has no such escape',
  InvalidCharacter: 'JSON has no such character here',
  '<unknown ParseErrorCode>': 'not JSON',
}

/** Reads JSON strictly by RFC 8259. */
export async function readJson({ text, locate }: Source): Promise<Reading> {
  const { default: jsonc } = await import('jsonc-parser')
  const tree = new JsonTree()
  jsonc.visit(
    text,
    {
      onObjectBegin: (offset) => tree.openMap(locate(offset)),
      onObjectProperty: (name, offset) => tree.key(name.toWellFormed(), locate(offset)),
      onObjectEnd: () => tree.close(),
      onArrayBegin: (offset) => tree.openList(locate(offset)),
      onArrayEnd: () => tree.close(),
      onLiteralValue: (value, offset, length) =>
        tree.add({ ...scalarOf(value, text.slice(offset, offset + length)), ...locate(offset) }),
      onError: (code, offset) => {
        throw new Unreadable('READ-SYNTAX', locate(offset), { message: problems[jsonc.printParseErrorCode(code)] })
      },
    },
    { disallowComments: true },
  )
  return { outcome: 'tree', format: 'json', tree: tree.root(), findings: [] }
}

/**
 * Numbers keep their spelling: to the kubelet, 5.0 is not an integer, and a JavaScript number cannot hold every int64.
 */
function scalarOf(value: unknown, source: string): Pick<Scalar, 'type' | 'kind' | 'text' | 'escaped'> {
  if (typeof value !== 'string') return { type: 'scalar', kind: kindOf(value, source), text: source }
  return { type: 'scalar', kind: 'string', text: value.toWellFormed(), ...(source.includes('\\') && { escaped: true }) }
}

function kindOf(value: unknown, source: string): ScalarKind {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return 'bool'
  return /^-?\d+$/.test(source) ? 'int' : 'float'
}

/** Where the next value goes. */
type Open = { readonly items: Tree[] } | { readonly entries: Entry[]; key: string; at: Position }

/** Grows a tree from the events of a JSON parser. */
class JsonTree {
  readonly #roots: Tree[] = []
  readonly #open: Open[] = [{ items: this.#roots }]

  add(value: Tree): void {
    const parent = this.#open.at(-1)!
    if ('items' in parent) parent.items.push(value)
    else parent.entries.push({ key: parent.key, at: parent.at, value })
  }

  openMap(at: Position): void {
    const entries: Entry[] = []
    this.#enter({ type: 'map', entries, ...at }, { entries, key: '', at })
  }

  openList(at: Position): void {
    const items: Tree[] = []
    this.#enter({ type: 'list', items, ...at }, { items })
  }

  key(key: string, at: Position): void {
    const parent = this.#open.at(-1)!
    if ('key' in parent) Object.assign(parent, { key, at })
  }

  close(): void {
    this.#open.pop()
  }

  root(): Tree {
    return this.#roots[0]!
  }

  #enter(value: Tree, inside: Open): void {
    if (this.#open.length > maxDepth) throw tooDeep(value)
    this.add(value)
    this.#open.push(inside)
  }
}
