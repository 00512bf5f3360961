import type { Position } from '../../kubelet/model/tree.ts'

/** The lines of a file. */
export class Lines {
  readonly all: readonly string[]
  readonly #characters: (readonly string[])[] = []

  constructor(text: string) {
    this.all = text.split('\n')
  }

  /** The character at a position. Those of a line are counted once: it may be the only one, and asked for by thousands. */
  at({ line, column }: Position): string | undefined {
    this.#characters[line] ??= Array.from(this.all[line - 1] ?? '')
    return this.#characters[line][column - 1]
  }
}
