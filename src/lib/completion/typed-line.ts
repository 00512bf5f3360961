import { type CommandTable, leadingFlags, type TableCommand, type TableFlag } from './command-table.ts'

/** A command line up to the cursor, read as the commands themselves read it. */
export interface TypedLine {
  /** undefined: none has been typed yet. */
  readonly command: TableCommand | undefined
  /** The first word of a command of two words, while the second one is missing. */
  readonly topic: string | undefined
  readonly flags: TableCommand['flags']
  /** Values by the name of their flag; those of a boolean flag are its spellings. */
  readonly given: ReadonlyMap<string, readonly string[]>
  readonly args: readonly string[]
  readonly current: Current
}

/** What the word at the cursor is. */
export type Current =
  | { readonly kind: 'command'; readonly text: string }
  | { readonly kind: 'flag'; readonly text: string }
  /** `attached` is what stands before the value in the same word, without a `=` between: the `-o` of `-ojson`. */
  | { readonly kind: 'value'; readonly flag: TableFlag; readonly attached: string; readonly text: string }
  | { readonly kind: 'argument'; readonly text: string }
  /** It cannot be completed: an unknown command, or a line that asks for help or the version. */
  | { readonly kind: 'unknown' }

/** Reads the words after the name of the program; the last one is the one at the cursor, empty for a new word. */
export function readLine(words: readonly string[], table: CommandTable): TypedLine {
  const line = new Reader(table)
  for (const word of words.slice(0, -1)) line.take(word)
  return line.end(words.at(-1) ?? '')
}

class Reader {
  readonly #table: CommandTable
  readonly #given = new Map<string, string[]>()
  readonly #args: string[] = []
  #command: TableCommand | undefined
  #topic: string | undefined
  #flags: TableCommand['flags']
  /** The flag whose value is the next word. */
  #awaiting: TableFlag | undefined
  #afterDashes = false
  #known = true

  constructor(table: CommandTable) {
    this.#table = table
    this.#flags = leadingFlags(table)
  }

  take(word: string): void {
    if (this.#awaiting !== undefined) this.#give(this.#awaiting.name, word)
    else if (this.#afterDashes || !isFlag(word)) this.#takePlain(word)
    else if (word === '--') this.#afterDashes = true
    else this.#takeFlag(word)
  }

  end(text: string): TypedLine {
    return {
      command: this.#command,
      topic: this.#topic,
      flags: this.#flags,
      given: this.#given,
      args: this.#args,
      current: this.#known ? this.#currentOf(text) : { kind: 'unknown' },
    }
  }

  #currentOf(text: string): Current {
    if (this.#awaiting !== undefined) return { kind: 'value', flag: this.#awaiting, attached: '', text }
    if (!this.#afterDashes && text.startsWith('-')) return this.#attachedValue(text) ?? { kind: 'flag', text }
    return { kind: this.#command === undefined ? 'command' : 'argument', text }
  }

  /** `--output=js`, `-o=js` and `-ojs`. */
  #attachedValue(text: string): Current | undefined {
    const { flag, value, separator } = this.#flagIn(text)
    if (flag?.type !== 'option' || value === undefined) return undefined
    return {
      kind: 'value',
      flag,
      attached: separator === '' ? text.slice(0, text.length - value.length) : '',
      text: value,
    }
  }

  #takePlain(word: string): void {
    if (this.#command !== undefined) {
      this.#args.push(word)
      return
    }
    // `help COMMAND` is `COMMAND --help`.
    if (word === 'help' && !this.#given.has('help')) {
      this.#given.set('help', [word])
      return
    }
    const name = this.#topic === undefined ? word : `${this.#topic} ${word}`
    this.#topic = undefined
    this.#command = this.#table.commands.find(({ id }) => id === name)
    if (this.#command === undefined && this.#table.commands.some(({ id }) => id.startsWith(`${name} `))) {
      this.#topic = name
      return
    }
    this.#known = this.#command !== undefined && !this.#given.has('help')
    this.#flags = this.#command?.flags ?? {}
  }

  #takeFlag(word: string): void {
    if (['--help', '-h', '--version'].includes(word)) this.#known = false
    const { flag, value, rest } = this.#flagIn(word)
    if (flag === undefined) return
    if (flag.type === 'boolean') this.#give(flag.name, word)
    else if (value !== undefined) this.#give(flag.name, value)
    else this.#awaiting = flag
    if (rest !== undefined) this.#takeFlag(rest)
  }

  #give(name: string, value: string): void {
    this.#given.set(name, [...(this.#given.get(name) ?? []), value])
    this.#awaiting = undefined
  }

  #flagIn(word: string): FlagWord {
    const [, long, longValue] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? []
    if (long !== undefined) return { flag: this.#long(long), value: longValue, separator: '=' }
    const [, char, separator = '', text = ''] = /^-([^-=])(=?)(.*)$/s.exec(word) ?? []
    const flag = Object.values(this.#flags).find((known) => char !== undefined && known.char === char)
    if (flag?.type === 'boolean') return { flag, ...(text !== '' && { rest: `-${text}` }) }
    return { flag, separator, ...((separator !== '' || text !== '') && { value: text }) }
  }

  #long(name: string): TableFlag | undefined {
    const own = this.#flags[name]
    if (own !== undefined) return own
    const denied = name.startsWith('no-') ? this.#flags[name.slice('no-'.length)] : undefined
    return denied?.allowNo === true ? denied : undefined
  }
}

interface FlagWord {
  readonly flag: TableFlag | undefined
  readonly value?: string | undefined
  readonly separator?: string
  /** The rest of several boolean flags in one word. */
  readonly rest?: string
}

/** A lone dash is stdin. */
const isFlag = (word: string): boolean => word.startsWith('-') && word !== '-'
