import type { Position } from '../../kubelet/model/tree.ts'

/**
 * The column after the key or value that starts at a position, for editors: to its closing quote or bracket, or else to a
 * colon, a comment, a comma within brackets, or the end of the line. undefined: nothing starts there.
 */
export function tokenEnd(lines: readonly string[], { line, column }: Position): number | undefined {
  const characters = Array.from(lines[line - 1] ?? '')
  const text = characters.slice(column - 1).join('')
  const length = Array.from(tokenIn(text, isInBrackets(characters.slice(0, column - 1).join('')))).length
  return length === 0 ? undefined : column + length
}

const quoted = /^(?:"(?:\\.|[^"\\])*"|'(?:''|[^'])*')/
const plain = /^[^\s](?:(?!:(?:\s|$)|\s#).)*/
const plainInBrackets = /^[^\s,[\]{}](?:(?!:(?:\s|$)|\s#|[,[\]{}]).)*/
/** With brackets of one more level inside. */
const bracketed = /^[[{](?:[^[\]{}]|[[{][^[\]{}]*[\]}])*[\]}]/

const tokenIn = (text: string, inBrackets: boolean): string => {
  const found = quoted.exec(text) ?? bracketed.exec(text) ?? (inBrackets ? plainInBrackets : plain).exec(text)
  return (found?.[0] ?? '').trimEnd()
}

/** Whether a bracket is open on the same line. */
const isInBrackets = (before: string): boolean => {
  const outside = before.replaceAll(/"(?:\\.|[^"\\])*"|'(?:''|[^'])*'/g, '')
  return (outside.match(/[[{]/g)?.length ?? 0) > (outside.match(/[\]}]/g)?.length ?? 0)
}

/** The lines that positions count, of a file. */
export const linesOf = (bytes: Uint8Array): readonly string[] => new TextDecoder().decode(bytes).split(/\r\n|\r|\n/)
