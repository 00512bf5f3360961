import { expect, test } from '@jest/globals'
import type { Answer } from '../../../../src/lib/cluster/http/answer.ts'
import type { Rest } from '../../../../src/lib/cluster/http/rest.ts'
import { probesOver } from '../../../../src/lib/rollouts/cluster/probes.ts'
import type { ProbePod } from '../../../../src/lib/rollouts/probe.ts'
import { limits } from '../../cluster/clusters.ts'

const pod = { name: 'kubeletcfg-probe-2-with-abc' } as ProbePod

const tryLog = (answer: Answer<string>) =>
  probesOver({ server: 'https://server', ask: async () => answer } as unknown as Rest).tryLog(pod, limits)

const refused = (code: number, text: string): Answer<never> => ({
  kind: 'refused',
  refusal: { code, text } as Extract<Answer<never>, { kind: 'refused' }>['refusal'],
})

test('a log with the name of the pod is one', async () => {
  expect(await tryLog({ kind: 'done', body: `${pod.name}\n` })).toBeUndefined()
})

test.each<[string, Answer<string>, string]>([
  ['of another pod', { kind: 'done', body: 'kubeletcfg-probe-2-with-def\n' }, 'does not have what the pod has printed'],
  [
    'that a kubelet does not serve',
    refused(405, 'Debug endpoints are disabled.'),
    'answer 405: Debug endpoints are disabled.',
  ],
  ['of a kubelet that nobody reaches', refused(500, 'dial tcp: connection refused'), 'connection refused'],
  ['that the API server may not get', refused(403, 'Forbidden'), 'Forbidden'],
])('a log %s has failed', async (_, answer, why) => {
  expect(await tryLog(answer)).toEqual({ check: 'logs', why: expect.stringContaining(why) })
})
