import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const examples = join(import.meta.dirname, '..', '..', 'examples')

export interface Step {
  /** As it is typed. */
  readonly command: string
  readonly exit: number
}

export interface Chapter {
  readonly text: string
  readonly steps: readonly Step[]
}

/** `tell 'A line' 'and another'`, `runs COMMAND` or `exits CODE COMMAND`. */
const line = /^(?:tell (?<told>'.*')|runs (?<runs>.+)|exits (?<exit>\d+) (?<fails>.+))$/gm

/** What examples/demo.sh tells and runs, in its order. */
export function readStory(): readonly Chapter[] {
  const script = readFileSync(join(examples, 'demo.sh'), 'utf8').replaceAll(/ \\\n */g, ' ')
  const chapters: { text: string; steps: Step[] }[] = []
  for (const { groups = {} } of script.matchAll(line)) {
    const { told, runs, exit, fails } = groups
    if (told !== undefined) chapters.push({ text: told.slice(1, -1).replaceAll("' '", '\n'), steps: [] })
    else chapters.at(-1)?.steps.push({ command: runs ?? fails ?? '', exit: Number(exit ?? 0) })
  }
  return chapters
}
