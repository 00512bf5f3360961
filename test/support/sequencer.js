import { existsSync } from 'node:fs'
import { join } from 'node:path'
import TestSequencer from '@jest/test-sequencer'

/**
 * The test files that take longest, though some are short. Jest knows that only where it has run before; elsewhere the
 * largest file comes first, and one of these would be alone at the end.
 */
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
].map((name) => join(import.meta.dirname, '..', `${name}.test.ts`))

const absent = longest.filter((path) => !existsSync(path))
if (absent.length > 0) throw new Error(`test/support/sequencer.js names what is not there: ${absent.join(' ')}`)

export default class Sequencer extends TestSequencer {
  sort(tests) {
    const usual = super.sort(tests)
    const isFirst = ({ path, duration }) => duration === undefined && longest.includes(path)
    const first = usual.filter(isFirst).toSorted((a, b) => longest.indexOf(a.path) - longest.indexOf(b.path))
    return [...first, ...usual.filter((test) => !isFirst(test))]
  }
}
