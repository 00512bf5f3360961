import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { typedIn } from '../support/readme-commands.ts'
import { runHosted } from '../support/run-hosted.ts'

test('what README does without a cluster works, line by line', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'readme-'))
  const lines = typedIn('Validate, with no cluster')
  expect(lines).toHaveLength(4)
  for (const line of lines) {
    const ran = await runHosted(line.split(/\s+/), { cwd: folder.path })
    expect([line, ran]).toEqual([line, expect.objectContaining({ exit: 0 })])
    const text = await readFile(join(folder.path, 'kubelet.yaml'), 'utf8')
    const changed = text.replace(/^maxPods: .*/m, 'maxPods: 300')
    expect(changed).not.toBe(text)
    await writeFile(join(folder.path, 'kubelet-new.yaml'), changed)
  }
})
