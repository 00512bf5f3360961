import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const page = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8')

/** Each use of one of our programs below a heading, or in the whole page: its words, without what else is in the line. */
export function typedIn(heading = ''): readonly string[] {
  const section = heading === '' ? page : (page.split(`\n## ${heading}\n`)[1] ?? '').split('\n## ')[0]!
  return [...section.matchAll(/```console\n([\s\S]*?)```/g)]
    .flatMap(([, block = '']) => block.split('\n'))
    .map((line) => line.replace(/ # .*/, '').trim())
    .flatMap((line) => line.split(' | '))
    .map((line) => line.replace(/^(?:sudo )?(?:\.\/)?/, ''))
    .filter((line) => /^(?:kubeletcfg|nodesize) /.test(line))
}
