import { type Journal, journalVersion } from '../../../../src/lib/agent/journal/journal.ts'
import { type DocumentVersion, local } from '../../../../src/lib/agent/model/config.ts'

export const settled: Journal = {
  ...{ schemaVersion: journalVersion, node: 'node-a', kubeletVersion: 'v1.36.3', work: { kind: 'Settled', since: 0 } },
  ...{
    active: local,
    lastKnownGood: local,
    provenBy: undefined,
    others: undefined,
    bad: [],
    postponed: undefined,
    restarts: [],
  },
  ...{ optOut: undefined, forgotten: undefined, shadowedByFlags: [], cleanupTasks: [] },
}

export const version = (checkpoint: string): DocumentVersion => ({
  ...{ source: 'node', digest: checkpoint, checkpoint, uid: 'u', resourceVersion: '1', revision: undefined },
})

export const change = (config: DocumentVersion, replaces: DocumentVersion | typeof local) => ({
  ...{ config, replaces, restarts: true, stateFiles: [], concernsSandboxes: false, since: 0 },
})
