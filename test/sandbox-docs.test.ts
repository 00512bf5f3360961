import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from '@jest/globals'
import { faultForms } from '../src/commands/sandbox-faults.ts'
import { compileCache } from './support/compile-cache.ts'
import { runProcess } from './support/run-process.ts'

const root = join(import.meta.dirname, '..')
const text = readFileSync(join(root, 'docs', 'sandbox.md'), 'utf8')
const library = pathToFileURL(join(root, 'src', 'sandbox', 'start.ts')).href

describe('docs/sandbox.md', () => {
  test('has an example that runs, and prints what it says', async () => {
    const [, example = ''] = /```js\n([\s\S]*?)```/.exec(text) ?? []
    const [, ...printed] = /^It prints `(.*)` and `(.*)`\.$/m.exec(text) ?? []
    const code = example.replace("'kubeletcfg/sandbox'", `'${library}'`)
    const { PATH, TMPDIR } = process.env
    const env = { PATH, TMPDIR, ...compileCache }
    const ran = await runProcess(process.execPath, ['--input-type=module', '--eval', code], { env })
    expect(ran).toEqual({ stdout: printed.map((line) => `${line}\n`).join(''), stderr: '', exit: 0 })
  })

  test('tells every fault', () => {
    const [, section = ''] = /^## Faults\n([\s\S]*?)^## /m.exec(text) ?? []
    expect([...section.matchAll(/^\| `(.*?)` \|/gm)].map(([, form]) => form)).toEqual(faultForms)
  })
})
