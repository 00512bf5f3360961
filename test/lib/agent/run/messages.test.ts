import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { reasons } from '../../../../src/lib/message/message.ts'

const lib = join(import.meta.dirname, '..', '..', '..', '..', 'src', 'lib')

/** Where the facts of an agent come from: of its own, of its host, of a document, and of the API server. */
const ofAgents = [
  ...['agent/*.ts', 'agent/{change,decide,examine,health,host,loop,model,report,run,state,status}/**/*.ts'],
  ...[
    'cluster/{http,login,ports,resources,watch}/**/*.ts',
    'documents/**/*.ts',
    'host-check/**/*.ts',
    'machine/**/*.ts',
  ],
  ...['kubelet/{changes,check,flags,layout,model}/**/*.ts', 'ports/*.ts'],
]

/** Files whose messages only commands say: about another machine, a change that a person makes, an upgrade to come. */
const ofCommands: ReadonlySet<string> = new Set([
  'host-check/reach-messages.ts',
  'kubelet/changes/unaccepted.ts',
  'kubelet/changes/upgrade/defaults.ts',
  'kubelet/layout/foreign.ts',
])

test('an agent has the text of each fact that a journal of it may hold, whatever it has done since it began', async () => {
  await import('../../../../src/lib/agent/run/run-agent-here.ts')
  const files = globSync(ofAgents, { cwd: lib }).filter((file) => !ofCommands.has(file))
  const declared = files.flatMap((file) =>
    [...readFileSync(join(lib, file), 'utf8').matchAll(/= message\(\s*'(\w+)'/g)].map(([, reason]) => reason!),
  )
  expect(declared.length).toBeGreaterThan(200)
  expect(declared.filter((reason) => !reasons().has(reason))).toEqual([])
})
