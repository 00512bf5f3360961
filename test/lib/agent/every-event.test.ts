import { describe, expect, test } from '@jest/globals'
import type { Effect } from '../../../src/lib/agent/model/effect.ts'
import type { EffectResult, Observation } from '../../../src/lib/agent/model/event.ts'
import { phases } from '../../../src/lib/agent/model/phase.ts'
import { step } from '../../../src/lib/agent/step.ts'
import { wakeAt } from '../../../src/lib/agent/wake-at.ts'
import { stories } from './journals.ts'
import { document, pass, running, usable, worker } from './props.ts'
import type { Story } from './story.ts'

const because = { reason: 'Forbidden' }
const live = { content: 'foreign', sha256: 'e'.repeat(64), changedAtMs: undefined } as const

const sights: readonly Observation[] = [
  { kind: 'tick' },
  { kind: 'source', source: 'node', found: { kind: 'absent' } },
  { kind: 'source', source: 'node', found: { kind: 'document', version: document('c', '3'), acceptedRisks: [] } },
  { kind: 'source', source: 'node', found: { kind: 'unusable', version: document('c', '3'), because } },
  { kind: 'source', source: 'global', found: { kind: 'unknown', because } },
  { kind: 'node', node: undefined },
  { kind: 'node', node: { ...worker, optOut: 'local', forgetBad: 'all' } },
  { kind: 'opt-out-file', mode: 'freeze' },
  { kind: 'opt-out-file', mode: 'local' },
  { kind: 'kubelet', service: { ...running, mainPid: 0, restarts: 9 }, version: 'v1.37.0' },
  { kind: 'live', live },
  { kind: 'live', live: { ...live, content: 'local' } },
  { kind: 'rescue', report: { checkpoint: document('b').checkpoint, rescued: true } },
  { kind: 'rescue', report: { checkpoint: undefined, rescued: false } },
  { kind: 'rescue-connection', problem: { because, mendable: true } },
  { kind: 'rescue-connection', problem: { because, mendable: false } },
  { kind: 'report', problem: because },
  { kind: 'state-folder', problem: because },
  { kind: 'forget-bad', digest: undefined },
]

const config = document('b')
const effects: readonly Effect[] = [
  { kind: 'examine', config, against: config, acceptedRisks: [], kubeletVersion: 'v1.36.3' },
  { kind: 'note-pods' },
  { kind: 'probe', config, restartedAt: 0, podsBefore: undefined, concernsSandboxes: false },
  { kind: 'arm', config, good: config, threshold: 3, stateFiles: [] },
  { kind: 'connect-rescue' },
  { kind: 'write', config },
  { kind: 'restart', since: 0, stateFiles: { kind: 'leave' } },
  { kind: 'forget-starts' },
  { kind: 'disarm' },
  { kind: 'acknowledge-rescue' },
  { kind: 'capture-local' },
  { kind: 'keep-checkpoints', checkpoints: [] },
]

const evidence = {
  ...{ service: running, healthz: pass, lease: pass, ready: pass, configz: pass, pods: pass, sandbox: pass },
  ...{ heartbeats: undefined, runtime: pass, apiReachable: true },
}

const endings: readonly EffectResult[] = effects.flatMap((effect): readonly EffectResult[] => [
  { kind: 'done', effect },
  { kind: 'failed', effect, because },
  { kind: 'examined', effect, verdict: usable },
  { kind: 'pods', effect, uids: [], balloonHolds: false, heartbeats: undefined },
  { kind: 'restarted', effect, service: running },
  { kind: 'probed', effect, evidence, live },
])

describe.each(Object.entries(stories))('in %s', (kind, storyOf) => {
  const story: Story = storyOf()

  test('it is there', () => {
    expect(story.state.journal.work.kind).toBe(kind)
  })

  test.each(sights.map((observation) => [JSON.stringify(observation).slice(0, 90), observation] as const))(
    'an observation is taken in, and at most one effect follows: %s',
    (_name, observation) => {
      const [state, following] = step(story.state, { at: story.now, ...observation })
      expect(following.length).toBeLessThanOrEqual(story.state.busy === undefined ? 1 : 0)
      expect(phases).toContain(state.phase.name)
      expect(wakeAt(state) ?? Number.POSITIVE_INFINITY).toBeGreaterThan(story.now.uptimeMs)
    },
  )

  test('the end of an effect that nobody waits for changes nothing', () => {
    const stale = endings.filter(({ effect }) => JSON.stringify(effect) !== JSON.stringify(story.state.busy))
    for (const ending of stale) {
      const [state] = step(story.state, { at: story.now, ...ending })
      expect(state.journal).toBe(story.state.journal)
    }
  })
})
