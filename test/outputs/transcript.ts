import type { Ran } from '../support/run-process.ts'

/** A command as it was typed, and all that it said. */
export interface Exchange extends Ran {
  readonly command: string
}

/** One that people can read in a golden file. Streams that are empty are left out. */
export const transcriptOf = (exchanges: readonly Exchange[]): string =>
  exchanges
    .map(({ command, stdout, stderr, exit }) =>
      [`$ ${command}\n`, part('stdout', stdout), part('stderr', stderr), `--- exit ${exit}\n`].join(''),
    )
    .join('\n')

const part = (name: string, text: string): string => (text === '' ? '' : `--- ${name}\n${text}`)

const exchange = /^\$ (.*)\n(?:--- stdout\n([\s\S]*?))?(?:--- stderr\n([\s\S]*?))?--- exit (\d+)$/gm

/** The inverse of transcriptOf. */
export const exchangesOf = (transcript: string): Exchange[] =>
  [...transcript.matchAll(exchange)].map(([, command = '', stdout = '', stderr = '', exit]) => ({
    command,
    stdout,
    stderr,
    exit: Number(exit),
  }))
