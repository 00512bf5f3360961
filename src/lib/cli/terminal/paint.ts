import type { Line } from '../../message/line.ts'
import type { Style } from './style.ts'
import { visible } from './visible.ts'

/** Add the colours of the tones. Everything else that could control a terminal, line ends included, is escaped. */
export const paint = (lines: readonly Line[], style: Style): string =>
  lines.map((line) => `${line.map((piece) => paintPiece(piece, style)).join('')}\n`).join('')

function paintPiece(piece: Line[number], style: Style): string {
  if (typeof piece === 'string') return visible(piece)
  const [tone, text] = piece
  return style[tone](visible(text))
}
