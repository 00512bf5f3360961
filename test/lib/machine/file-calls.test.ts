import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

const src = join(import.meta.dirname, '..', '..', '..', 'src', 'lib')

/** What only reads, or is no function. */
const harmless = new Set([
  ...['accessSync', 'closeSync', 'constants', 'createReadStream', 'fstatSync', 'openSync', 'readFileSync', 'readSync'],
  ...['statSync', 'watch'],
])

test('the code of the host changes its disk by node:fs/promises alone, where tests see it', () => {
  const others = globSync('{machine,host-check,agent/{host,run}}/**/*.ts', { cwd: src }).flatMap((file) => {
    const imports = readFileSync(join(src, file), 'utf8').matchAll(/^import (?!type )\{([^}]+)\} from 'node:fs'$/gm)
    const names = [...imports].flatMap(([, list]) => list!.split(',').map((name) => name.trim()))
    return names.filter((name) => !name.startsWith('type ') && !harmless.has(name)).map((name) => `${file}: ${name}`)
  })
  expect(others).toEqual([])
})
