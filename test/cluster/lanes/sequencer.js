import { join } from 'node:path'
import { longestFirst } from '../../support/longest-first.js'

const longest = [
  'clocks/steps',
  'agent/daemon-set',
  'stories/hurtful',
  'agent/follow',
  'changes/changes',
  'stories/frozen',
  'agent/broken-surroundings',
  'rights/broken',
  'agent/boot-order',
  'stories/many-changes',
  'changes/impacts',
  'rights/walk',
  'stories/control-plane',
  'stories/rollout',
  'stories/failures',
  'nodesize/reconcile-deployment',
  'agent/corpus',
  'nodesize/reconcile-restart',
  'nodesize/races',
  'scale/requests',
]

export default longestFirst(longest.map((name) => join(import.meta.dirname, '..', `${name}.test.ts`)))
