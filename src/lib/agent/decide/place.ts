import { hash } from 'node:crypto'

/**
 * The place of a node in the time over which restarts for one global document are spread: always the same for the same
 * document, so that a restart of the agent does not change it, and another one for each document.
 */
export const placeOf = (node: string, digest: string, jitterMs: number): number =>
  Math.floor((Number.parseInt(hash('sha256', `${node}\n${digest}`).slice(0, 12), 16) / 2 ** 48) * jitterMs)
