import { join } from 'node:path'
import { longestFirst } from './longest-first.js'

const longest = [
  'outputs/outputs',
  'demo',
  'lib/agent/schedules/schedules',
  'ci-docs-scripts',
  'commands/sandbox',
  'bad-input/answers',
  'lib/kube/login/exec-plugin',
  'lib/host/contract',
  'sandbox/world/invariants',
  'loads',
]

export default longestFirst(longest.map((name) => join(import.meta.dirname, '..', `${name}.test.ts`)))
