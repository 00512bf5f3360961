import type { Line, Tone } from '../../message/line.ts'
import { paint } from './paint.ts'
import type { Style } from './style.ts'
import { visibleLines } from './visible.ts'

const tones = { error: 'bad', warning: 'warn', hint: 'faint' } as const satisfies Record<string, Tone>

/** Print lines to stderr. All messages go through this file, which escapes control characters in them. */
export function say(text: string): void {
  process.stderr.write(`${visibleLines(text)}\n`)
}

export function sayLines(lines: readonly Line[], style: Style): void {
  process.stderr.write(paint(lines, style))
}

/** The same with a label: `error: …`. */
export function sayAs(label: keyof typeof tones, text: string | readonly Line[], style: Style): void {
  const said = typeof text === 'string' ? `${visibleLines(text)}\n` : paint(text, style)
  process.stderr.write(`${style[tones[label]](`${label}:`)} ${said}`)
}
