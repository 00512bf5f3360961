import type { Position } from '../../kubelet/model/tree.ts'

/** The lines of a file. */
export class Lines {
  readonly all: readonly string[]
  readonly #characters: (readonly string[])[] = []

  constructor(text: string) {
    this.all = text.split('\n')
  }

  /**
   * The character at a position. The characters of each line are split once: a file may be one long line, with
   * thousands of positions.
   */
  at({ line, column }: Position): string | undefined {
    this.#characters[line] ??= Array.from(this.all[line - 1] ?? '')
    return this.#characters[line][column - 1]
  }
}
