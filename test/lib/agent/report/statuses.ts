import { type Config, local } from '../../../../src/lib/agent/model/config.ts'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'

export const document = (source: 'node' | 'global', revision?: number): Config => ({
  source,
  digest: `${source}${revision ?? ''}`.padEnd(64, '0'),
  checkpoint: '1'.repeat(64),
  uid: '0b5c1d7e-0000-4000-8000-000000000001',
  resourceVersion: '4711',
  revision,
})

/** A node that nobody has assigned anything to, but for what is given. */
export const status = (given: Partial<AgentStatus> = {}): AgentStatus => ({
  node: 'node-a',
  phase: 'Idle',
  since: Date.UTC(2026, 10, 22, 20),
  assigned: local,
  active: local,
  lastKnownGood: local,
  trial: undefined,
  problem: undefined,
  trouble: undefined,
  optOut: undefined,
  bad: [],
  shadowedByFlags: [],
  drifted: false,
  allocatable: undefined,
  kubeletVersion: 'v1.36.3',
  gated: false,
  followsRollouts: true,
  ...given,
})

export const good = document('node', 4)
