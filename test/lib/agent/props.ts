import type { DocumentVersion } from '../../../src/lib/agent/model/config.ts'
import type { Effect } from '../../../src/lib/agent/model/effect.ts'
import type { NodeSeen } from '../../../src/lib/agent/model/event.ts'
import type { ServiceState } from '../../../src/lib/agent/model/evidence.ts'
import type { Verdict } from '../../../src/lib/agent/model/verdict.ts'

export const usable: Verdict & { kind: 'usable' } = {
  kind: 'usable',
  stateFiles: [],
  held: undefined,
  heldDrained: false,
  balloon: 'not-in-the-way',
  dependsOnPods: false,
  steps: [],
  shadowedByFlags: [],
  warnings: [],
  concernsSandboxes: false,
  allocatable: undefined,
}

export const worker: NodeSeen = {
  uid: 'u-1',
  createdAt: '2026-01-01T00:00:00Z',
  rolloutOrder: undefined,
  controlPlane: false,
  allowsGlobal: false,
  optOut: undefined,
  forgetBad: undefined,
  cordoned: false,
  leaving: false,
  drained: false,
  balloonGaveBack: true,
}

/** A document by one letter: `a` of the node, `A` of all nodes. */
export function document(letter: string, resourceVersion = '1', uid = `uid-${letter}`): DocumentVersion {
  const source = letter === letter.toLowerCase() ? 'node' : 'global'
  return {
    source,
    digest: `v1:sha256:${letter}`,
    checkpoint: letter.charCodeAt(0).toString(16).repeat(32),
    uid,
    resourceVersion,
    revision: undefined,
  }
}

export const pass = { verdict: 'pass' } as const

export const running: ServiceState = {
  unit: 'kubelet.service',
  activeState: 'active',
  subState: 'running',
  mainPid: 100,
  startedAtMs: 1_000,
  restarts: 0,
  lastExit: undefined,
}

export const foundOf = (version: DocumentVersion | undefined) =>
  version === undefined ? ({ kind: 'absent' } as const) : ({ kind: 'document', version, acceptedRisks: [] } as const)

const nameOf = (config: { source: string; digest?: string }) => config.digest?.split(':').at(-1) ?? 'local'

export function textOf(effect: Effect): string {
  switch (effect.kind) {
    case 'examine':
      return `examine ${nameOf(effect.config)}`
    case 'write':
      return `write ${nameOf(effect.config)}`
    case 'arm':
      return `arm for ${nameOf(effect.good)}`
    case 'restart':
      return effect.stateFiles.kind === 'leave' ? 'restart' : `restart, state files ${effect.stateFiles.kind}`
    default:
      return effect.kind
  }
}
