import { join } from 'node:path'
import { longestFirst } from '../../support/longest-first.js'

const longest = [
  'clocks/steps',
  'changes/changes',
  'stories/failures',
  'stories/hurtful',
  'agent/corpus',
  'stories/control-plane',
  'agent/daemon-set',
  'nodesize/races',
  'scale/requests',
]

export default longestFirst(longest.map((name) => join(import.meta.dirname, '..', `${name}.test.ts`)))
