import { join } from 'node:path'
import { longestFirst } from './longest-first.js'

const longest = [
  'outputs/outputs',
  'demo',
  'lib/agent/schedules/schedules',
  'ci-docs-scripts',
  'commands/sandbox',
  'bad-input/answers',
  'lib/cluster/login/exec-plugin',
  'lib/machine/contract',
  'sandbox/world/invariants',
  'loads',
]

export default longestFirst(longest.map((name) => join(import.meta.dirname, '..', `${name}.test.ts`)))
