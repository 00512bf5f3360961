import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@jest/globals'
import { message, reasons } from '../../../src/lib/message/message.ts'

const lib = join(import.meta.dirname, '..', '..', '..', 'src', 'lib')
const files = globSync('**/*.ts', { cwd: lib }).filter((file) => file !== join('message', 'message.ts'))
const textOf = (file: string): string =>
  readFileSync(join(lib, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^ *\/\/.*$/gm, '')
const declaring = files.filter((file) => /\bmessage\(/.test(textOf(file)))

/** Reasons of conditions, findings and Events, which are no messages. */
const others: Readonly<Record<string, readonly string[]>> = {
  'agent/report/condition-of.ts': ['LiveFileDrifted'],
  'fleet/controller/monitor.ts': ['RolloutPaused', 'RolloutAborted'],
  'fleet/list/output.ts': ['UnusableDocument'],
  'kubelet/decode/decode-rules.ts': ['DocumentEmpty', 'DocumentTooLarge'],
}

test('no two messages have the same reason, and each constant is named as its reason', async () => {
  // Of a second message with a reason, the module does not load.
  for (const file of declaring) await import(pathToFileURL(join(lib, file)).href)
  const names = declaring.flatMap((file) =>
    [...textOf(file).matchAll(/\bconst (\w+) = message\(\s*'(\w+)'/g)].map(([, name, reason]) => [name, reason]),
  )
  expect(names.filter(([name, reason]) => name !== reason)).toEqual([])
  expect(names.map(([, reason]) => reason).sort()).toEqual([...reasons()].sort())
})

test('a fact is made by its message, so that whoever has the fact has its text', () => {
  const literal = files.flatMap((file) => {
    const text = textOf(file)
    const code = text.replaceAll(/\bExtract<[^>]*>|& \{ reason: [^}]*\}|reason: (?:'\w+' \| )+'\w+'/g, '')
    const found = [...code.matchAll(/(?<!readonly )\breason: '([A-Z]\w+)'/g)].map(([, reason]) => reason!)
    return found
      .filter(
        (reason) =>
          reasons().has(reason) && !text.includes(`message('${reason}'`) && !text.includes(`message(\n  '${reason}'`),
      )
      .filter((reason) => !others[file]?.includes(reason))
      .map((reason) => `${file}: ${reason}`)
  })
  expect(literal).toEqual([])
})

test('a second message with the same reason is refused', () => {
  message('SaidTwice', () => 'once')
  expect(() => message('SaidTwice', () => 'twice')).toThrow('two messages have the reason SaidTwice')
})
