import { describe, expect, test } from '@jest/globals'
import { phases } from '../../../../src/lib/agent/model/phase.ts'
import { conditionOf } from '../../../../src/lib/agent/report/condition-of.ts'
import { longest } from '../../../../src/lib/agent/report/report.ts'
import type { AgentStatus } from '../../../../src/lib/agent/status/status.ts'
import { said } from '../../../../src/lib/message/failure.ts'
import { document, good, status } from './statuses.ts'

const conditionFor = (given: Partial<AgentStatus>) => conditionOf(status(given))
const trouble = said('StateNotWritable', 'the state folder cannot be written')

const rows: readonly (readonly [given: Partial<AgentStatus>, verdict: string, message: string])[] = [
  [{}, 'True Idle', "no document is assigned: the kubelet runs with the node's own configuration"],
  [
    { phase: 'Good', assigned: good, active: good },
    'True Good',
    "the kubelet runs with the node's document (revision 4)",
  ],
  [
    { phase: 'Resolving', assigned: undefined, active: good },
    'Unknown Resolving',
    "reading the assigned configuration; the kubelet runs with the node's document (revision 4)",
  ],
  [
    { phase: 'Trial', assigned: good, active: good, trial: { elapsedMs: 185_000, lengthMs: 600_000 } },
    'Unknown Trial',
    "the kubelet runs with the node's document (revision 4) on trial for 600s",
  ],
  [
    {
      phase: 'Rejected',
      assigned: document('global'),
      problem: said('DocumentInvalid', 'maxPods: too small\nport: 0'),
    },
    'False Rejected',
    "the global document was refused; the kubelet runs with the node's own configuration; maxPods: too small; port: 0",
  ],
  [
    { phase: 'RolledBack', assigned: good, trouble },
    'False RolledBack',
    "the node's document (revision 4) was rolled back; the kubelet runs with the node's own configuration; the state folder cannot be written",
  ],
  [
    { phase: 'Good', assigned: good, active: good, trouble },
    'Unknown StateNotWritable',
    expect.stringContaining('state folder') as never,
  ],
  [
    { phase: 'Idle', drifted: true, trouble },
    'False LiveFileDrifted',
    expect.stringContaining('another program') as never,
  ],
  [
    { phase: 'Good', assigned: good, active: good, shadowedByFlags: ['maxPods'] },
    'True Good',
    "the kubelet runs with the node's document (revision 4); flags of the kubelet have other values for maxPods",
  ],
  [
    { phase: 'Frozen', assigned: good, active: good, optOut: { by: 'file', mode: 'freeze' } },
    'True Frozen',
    "the node has opted out; the kubelet runs with the node's document (revision 4)",
  ],
  [
    { phase: 'Frozen', assigned: good },
    'Unknown Frozen',
    "the node has opted out; the kubelet runs with the node's own configuration",
  ],
]

describe('the condition of a node', () => {
  test.each(rows)('%# %j: %s', (given, verdict, message) => {
    const found = conditionFor(given)
    expect([`${found.status} ${found.reason}`, found.message]).toEqual([verdict, message])
  })

  test('has a CamelCase reason and a message in every phase', () => {
    for (const phase of phases)
      for (const assigned of [undefined, good, document('global')]) {
        const found = conditionFor({ phase, assigned })
        expect(found.reason).toMatch(/^[A-Z][A-Za-z]*$/)
        expect(found.message).toMatch(/^[\x20-\x7e]{20,}$/)
      }
  })

  test('asks nobody to act because of a phase that passes by itself', () => {
    const passing = ['Resolving', 'Applying', 'Trial'] as const
    expect(passing.map((phase) => conditionFor({ phase, assigned: good }).status)).toEqual([
      'Unknown',
      'Unknown',
      'Unknown',
    ])
  })

  test('has a bounded message of one line', () => {
    const { message } = conditionFor({ phase: 'Rejected', problem: said('X', `a\u0007b\n${'ä'.repeat(40_000)}`) })
    expect([...message]).toHaveLength(longest.message)
    expect(message).toMatch(/; a b; ä+…$/)
  })

  test.each([
    ['staticPodURLHeader: {"Authorization":["secret-bearer"]}', 'secret-bearer'],
    ['"Adding pod URL" header: Bearer c2VjcmV0LXRva2Vu', 'c2VjcmV0LXRva2Vu'],
    ['invalid staticPodURL https://admin:hunter2@example.com/pods', 'hunter2'],
    ['token eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln refused', 'eyJzdWIi'],
  ])('does not show the secret of %j', (text, secret) => {
    const { message } = conditionFor({ phase: 'Rejected', problem: said('X', text) })
    expect(message).toContain('<redacted>')
    expect(message).not.toContain(secret)
  })
})
