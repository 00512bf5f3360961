import type { Line, Tone } from '../../tone.ts'
import { paint } from './paint.ts'
import type { Style } from './style.ts'
import { visibleLines } from './visible.ts'

const tones = { error: 'bad', warning: 'warn', hint: 'faint' } as const satisfies Record<string, Tone>

/** Lines for people, on stderr. All that is said goes through this file: no text from elsewhere steers the terminal. */
export function say(text: string): void {
  process.stderr.write(`${visibleLines(text)}\n`)
}

export function sayLines(lines: readonly Line[], style: Style): void {
  process.stderr.write(paint(lines, style))
}

/** The same, behind what it is: `error: …`. */
export function sayAs(label: keyof typeof tones, text: string | readonly Line[], style: Style): void {
  const said = typeof text === 'string' ? `${visibleLines(text)}\n` : paint(text, style)
  process.stderr.write(`${style[tones[label]](`${label}:`)} ${said}`)
}
