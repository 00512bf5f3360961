import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type ApiServer, startApiServer } from '../support/api-server.ts'
import { homeFor, loading, PATH } from './home.ts'
import { lines } from './lines.ts'
import { Shell, type ShellName } from './shell.ts'

/** A busy machine may take longer than people wait. */
const patient = { KUBELETCFG_COMPLETION_TIMEOUT: '20s', NODESIZE_COMPLETION_TIMEOUT: '20s' }

/** The server is not to be trusted: what it calls a node is text, and `run` is a file that must not come to be. */
const hostile = 'evil-$(touch run)`touch run`;touch run'
const nodes = ['node-x1', 'other-a', 'other-b', hostile]
const table = { kind: 'Table', columnDefinitions: [{ format: 'name' }], rows: nodes.map((name) => ({ cells: [name] })) }
let server: ApiServer
beforeAll(async () => {
  server = await startApiServer(() => ({ body: table }))
})
afterAll(() => server.close())

describe.each<ShellName>(['bash', 'bash with bash-completion', 'zsh', 'fish'])('%s', (name) => {
  let shell: Shell
  let home: string
  beforeAll(() => {
    home = homeFor(name, server.url)
    const env = { PATH, KUBECONFIG: join(home, 'config'), ...patient }
    shell = new Shell(name, { home, startup: loading[name], env })
  })
  afterAll(() => shell[Symbol.asyncDispose]())

  // The package joins words in a way of its own, and finds the file of nodesize when it is needed.
  const own = name === 'bash with bash-completion' ? lines.filter(({ typed }) => /[=:"@]|^nodesize/.test(typed)) : lines
  test.each(own)('$typed', async ({ typed, completed, but = {} }) => {
    const { line, shown } = await shell.complete(typed)
    expect(line).toBe(but[name] ?? completed)
    expect(shown).not.toMatch(/error|not found|hint:/i)
  })

  test.each(['evil-', '"evil-', "'evil-", '"evil"-', "'evil'-", 'evil\\-'])(
    '%s is completed to text',
    async (opening) => {
      const { line } = await shell.complete(`kubeletcfg status ${opening}`)
      const words = line.slice('kubeletcfg status '.length).trimEnd()
      // What the shell makes of the line, and whether it runs a part of it.
      const program = name.split(' ')[0] ?? ''
      const args = execFileSync(program, ['-c', `printf '[%s]' ${words}`], {
        cwd: home,
        encoding: 'utf8',
        env: { PATH },
      })
      expect(args).toBe(`[${hostile}]`)
      expect(existsSync(join(home, 'run'))).toBe(false)
    },
  )

  test('descriptions are listed', async () => {
    const described = /sandbox +(?:\(|-- )Run a command against a simulated cluster/
    expect(await shell.list('kubeletcfg s', described, /schema +/, /source +/)).not.toMatch(/error|not found|hint:/i)
  })

  test('no part of a line was executed', () => {
    expect(existsSync(join(home, 'run'))).toBe(false)
  })
})
