import type { Candidate } from './candidate.ts'

/** The bits of cobra's ShellCompDirective that are used. */
const noSpace = 2
const noFiles = 4

interface Advice {
  /** Whether the shell completes files when there are no candidates. */
  readonly files: boolean
}

/** Such text could end a line or write to the terminal. */
const isUnsafe = (text: string): boolean => !/^[ -~]*$/.test(text) && hasControl(text)
/** Apart, because Node.js needs a millisecond for such a literal. */
const hasControl = (text: string): boolean => /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(text)

/**
 * An answer in the protocol of cobra's `__complete`, which kubectl expects of plugins, too: a candidate per line with a tab
 * before its description, then the directive. Without a space after a lone candidate that ends with `=`.
 */
export function printAnswer(candidates: readonly Candidate[], { files }: Advice): string {
  const printable = candidates.filter(({ value }) => value !== '' && !isUnsafe(value))
  const open = printable.length > 0 && printable.every(({ value }) => value.endsWith('='))
  const directive = (files ? 0 : noFiles) + (open ? noSpace : 0)
  return [...printable.map(lineOf), `:${directive}\n`].join('')
}

function lineOf({ value, about = '' }: Candidate): string {
  const line = about.split('\n')[0]!
  return isUnsafe(line) || line === '' ? `${value}\n` : `${value}\t${line}\n`
}
