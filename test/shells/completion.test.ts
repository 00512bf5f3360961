import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type ApiServer, startApiServer } from '../support/api-server.ts'
import { homeFor, loading, PATH } from './home.ts'
import { lines } from './lines.ts'
import { Shell, type ShellName } from './shell.ts'

/** A busy machine may take longer than people wait. */
const patient = { KUBELETCFG_COMPLETION_TIMEOUT: '20s', NODESIZE_COMPLETION_TIMEOUT: '20s' }

const nodes = ['node-x1', 'other-a', 'other-b']
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

  test('descriptions are listed', async () => {
    const described = /sandbox +(?:\(|-- )Run a command against a simulated cluster/
    expect(await shell.list('kubeletcfg s', described, /schema +/, /source +/)).not.toMatch(/error|not found|hint:/i)
  })

  test('no part of a line was executed', () => {
    expect(existsSync(join(home, 'run'))).toBe(false)
  })
})
