import { join } from 'node:path'
import { longestFirst } from '../../support/longest-first.js'

const longest = [
  'agent/broken-surroundings',
  'clocks/steps',
  'agent/daemon-set',
  'stories/hurtful',
  'rights/walk',
  'agent/follow',
  'changes/changes',
  'stories/frozen',
  'rights/broken',
  'agent/boot-order',
  'stories/many-changes',
  'changes/impacts',
  'stories/control-plane',
  'stories/failures',
  'agent/corpus',
  'nodesize/races',
  'scale/requests',
]

export default longestFirst(longest.map((name) => join(import.meta.dirname, '..', `${name}.test.ts`)))
