/** How loudly a word is said; lib/cli/style.ts gives it a colour. */
export type Tone = 'bad' | 'warn' | 'faint'
