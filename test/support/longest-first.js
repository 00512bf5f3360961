import { existsSync } from 'node:fs'
import TestSequencer from '@jest/test-sequencer'

/**
 * Jest knows how long a test file takes only where it has run before. Elsewhere the largest file comes first, and one of these,
 * which take longest though some are short, would be alone at the end.
 */
export function longestFirst(longest) {
  const absent = longest.filter((path) => !existsSync(path))
  if (absent.length > 0) throw new Error(`a sequencer names what is not there: ${absent.join(' ')}`)
  return class extends TestSequencer {
    sort(tests) {
      const usual = super.sort(tests)
      const isFirst = ({ path, duration }) => duration === undefined && longest.includes(path)
      const first = usual.filter(isFirst).toSorted((a, b) => longest.indexOf(a.path) - longest.indexOf(b.path))
      return [...first, ...usual.filter((test) => !isFirst(test))]
    }
  }
}
