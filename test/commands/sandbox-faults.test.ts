import { describe, expect, test } from '@jest/globals'
import { checkFaults, parseFault } from '../../src/commands/sandbox-faults.ts'
import { describeFailure } from '../../src/lib/message/describe.ts'
import { Failure } from '../../src/lib/message/failure.ts'

/** The message and the hints of what is thrown. */
function complaintOf(act: () => unknown): readonly string[] {
  try {
    act()
  } catch (error) {
    if (error instanceof Failure && error.code === 'usage') return [error.message, ...describeFailure(error).hints]
    throw error
  }
  return []
}

const all =
  'the faults are kubelet-down=NODE, kubelet-delay=DURATION, api-unavailable[=DURATION], late-pod=NODE, agent-missing=NODE, agent-down=NODE, crash-loop=NODE, drift=NODE'

describe('a fault', () => {
  test.each([
    ['kubelet-down=node-a', { kind: 'kubelet-down', node: 'node-a' }],
    ['late-pod=node-b', { kind: 'late-pod', node: 'node-b' }],
    ['agent-down=node-b', { kind: 'agent-down', node: 'node-b' }],
    ['kubelet-delay=1m30s', { kind: 'kubelet-delay', ms: 90_000 }],
    ['api-unavailable', { kind: 'api-unavailable' }],
    ['kubelet-delay=3', { kind: 'kubelet-delay', ms: 3000 }],
    ['api-unavailable=2s', { kind: 'api-unavailable', ms: 2000 }],
  ])('is read from %s', (text, fault) => {
    expect(parseFault(text)).toEqual(fault)
  })

  test.each([
    ['kubelet-dwn=node-a', ["unknown fault 'kubelet-dwn'", 'did you mean kubelet-down?', all]],
    ['toString', ["unknown fault 'toString'", all]],
    ['', ["unknown fault ''", all]],
    ['late-pod', ['late-pod needs a node: late-pod=node-a']],
    ['kubelet-down=', ['kubelet-down needs a node: kubelet-down=node-a']],
    ['kubelet-delay', ['kubelet-delay needs a duration: kubelet-delay=3s']],
    ['api-unavailable=', ["'' is not a valid duration", 'use a number and a unit, such as 30s or 1m30s']],
  ])('is not read from "%s"', (text, complaint) => {
    expect(complaintOf(() => parseFault(text))).toEqual(complaint)
  })

  const there = ["--fault late-pod=node-d: node 'node-d' not found", 'did you mean node-a?']
  test.each([
    [1, [...there, 'the only node is node-a']],
    [3, [...there, 'the nodes are node-a to node-c']],
    [4, []],
  ])('needs one of %d nodes', (nodes, complaint) => {
    const faults = [{ kind: 'api-unavailable' }, { kind: 'late-pod', node: 'node-d' }] as const
    expect(complaintOf(() => checkFaults(faults, nodes))).toEqual(complaint)
  })
})
