import { expect, test } from '@jest/globals'
import { returnFinding, trialFinding } from '../../../../src/lib/agent/health/finding.ts'
import type { Answer, Evidence } from '../../../../src/lib/agent/model/evidence.ts'
import { running } from '../props.ts'

const pass: Answer = { verdict: 'pass' }
const none: Answer = { verdict: 'none' }
const because = { reason: 'Because' } as const
const unknown: Answer = { verdict: 'unknown', because }
const fail: Answer = { verdict: 'fail', because }

const answers = { healthz: pass, lease: pass, ready: pass, configz: pass, pods: pass, sandbox: none, runtime: pass }
const evidence = (changed: Partial<Record<keyof typeof answers, Answer>>) =>
  ({ ...answers, heartbeats: undefined, service: running, apiReachable: true, ...changed }) as Evidence

test.each<[what: string, changed: Parameters<typeof evidence>[0], trial: string, wayBack: string]>([
  ['all is well', {}, 'healthy', 'healthy'],
  ['healthz is turned off', { healthz: none }, 'healthy', 'healthy'],
  ['the API server does not tell whether it is ready', { ready: unknown }, 'inconclusive', 'healthy'],
  ['it is ready, and the runtime refuses', { runtime: fail }, 'healthy', 'healthy'],
  [
    'the runtime refuses, and nobody tells whether it is ready',
    { ready: unknown, runtime: fail },
    'inconclusive',
    'inconclusive',
  ],
  [
    'the runtime refuses, healthz is turned off, and nobody tells whether it is ready',
    { healthz: none, lease: unknown, ready: unknown, runtime: fail },
    'inconclusive',
    'inconclusive',
  ],
  ['it is not ready, for the runtime refuses', { ready: fail, runtime: fail }, 'inconclusive', 'inconclusive'],
  ['it is not ready', { ready: fail }, 'failing', 'failing'],
  ['it has ended pods, and the runtime refuses', { pods: fail, runtime: fail }, 'harm', 'healthy'],
])('a kubelet that runs, in a trial and on a way back: %s', (_, changed, trial, wayBack) => {
  expect([trialFinding(evidence(changed)).kind, returnFinding(evidence(changed)).kind]).toEqual([trial, wayBack])
})

test.each([true, false])(
  'what a trial cannot see without its runtime is the doing of that, API server reached: %s',
  (apiReachable) => {
    const seen = { ...evidence({ lease: unknown, ready: unknown, runtime: fail }), apiReachable }
    expect(trialFinding(seen)).toMatchObject({ kind: 'inconclusive', because: { reason: 'RuntimeDown' } })
  },
)
