import '../../../../src/lib/documents/stored-document.ts'
import '../../../../src/lib/fleet/push/push-messages.ts'
import '../../../../src/lib/kubelet/changes/unaccepted.ts'
import '../../../../src/lib/cluster/ports/server-messages.ts'
import '../../../../src/lib/documents/target-messages.ts'
import '../../../../src/lib/fleet/change/document-messages.ts'
import '../../../../src/lib/nodes/review-messages.ts'
import '../../../../src/lib/cluster/ports/server-messages.ts'
import { expect, test } from '@jest/globals'
import type { ServerFact } from '../../../../src/lib/cluster/ports/server-messages.ts'
import { globalTarget, nodeTarget } from '../../../../src/lib/documents/target.ts'
import type { TargetFact } from '../../../../src/lib/documents/target-messages.ts'
import type { PushNote } from '../../../../src/lib/fleet/push/push-messages.ts'
import { describe } from '../../../../src/lib/message/describe.ts'
import type { ReviewFact } from '../../../../src/lib/nodes/review-messages.ts'

const subject = { kind: 'ConfigMap', name: 'x-kubelet-configuration' }
const node = { kind: 'Node', name: 'node-a' }
const server = { kind: 'Server', name: 'https://api' }
const because: ServerFact = { reason: 'RequestTimedOut', subject: server }
const lastWrite = { manager: 'kubectl-edit', at: '2026-11-20T08:00:00Z' }
const ours = { manager: 'kubeletcfg', at: '2026-11-20T08:00:00Z' }
const lastPush = { by: 'jane', revision: 3 }
const push = { subject, verb: 'push' } as const

/** The lines, then the hints. */
test.each<[string, PushNote | TargetFact | ReviewFact, readonly string[]]>([
  [
    'an immutable document of all nodes',
    { reason: 'Immutable', subject, target: globalTarget },
    ['configmap/x-kubelet-configuration is immutable', 'delete it first, then push: kubeletcfg delete --global'],
  ],
  [
    'an immutable document of a node',
    { reason: 'Immutable', subject, target: nodeTarget('node-a') },
    ['configmap/x-kubelet-configuration is immutable', 'delete it first, then push: kubeletcfg delete --node node-a'],
  ],
  [
    'a push over what another tool applies',
    {
      reason: 'KeptByTool',
      subject,
      keeper: { manager: 'kustomize-controller', source: 'flux/kubelets' },
      verb: 'push',
    },
    [
      'configmap/x-kubelet-configuration is applied by kustomize-controller (flux/kubelets), which may store its own document again',
      'change the document where it is applied from (kubeletcfg manifests prints what belongs there), or add --force-conflicts',
    ],
  ],
  [
    'a deletion of what another tool applies',
    { reason: 'KeptByTool', subject, keeper: { manager: 'kubectl', source: undefined }, verb: 'delete' },
    [
      'configmap/x-kubelet-configuration is applied by kubectl, which may create it again',
      'remove the document where it is applied from',
    ],
  ],
  [
    'an edit that is overwritten',
    { reason: 'OverwritesEdit', subject, lastWrite, lastPush },
    [
      'configmap/x-kubelet-configuration was edited by hand, and this push overwrites the edit: last written by kubectl-edit at 2026-11-20T08:00:00Z, last pushed by jane (revision 3)',
    ],
  ],
  [
    'an edit by who leaves no trace',
    { reason: 'EditedByHand', subject, lastWrite: undefined, lastPush },
    ['configmap/x-kubelet-configuration was edited by hand since it was pushed: last pushed by jane (revision 3)'],
  ],
  [
    'a conflict with another push',
    { reason: 'ChangedMeanwhile', ...push, lastWrite: ours, lastPush, theirs: 'changed', changes: [] },
    [
      'configmap/x-kubelet-configuration was changed meanwhile: pushed by jane (revision 3) at 2026-11-20T08:00:00Z',
      '  its configuration has the same meaning',
      'nothing was written; compare with kubeletcfg diff, then push again',
    ],
  ],
  [
    'a conflict with who made it',
    {
      ...{ reason: 'ChangedMeanwhile', ...push, verb: 'delete', lastWrite, lastPush: {} },
      ...{ theirs: 'unusable', flaw: { reason: 'KeyMissing' } },
    },
    [
      'configmap/x-kubelet-configuration was changed meanwhile: last written by kubectl-edit at 2026-11-20T08:00:00Z',
      '  it is unusable now: key kubelet is missing',
      'nothing was deleted; check it with kubeletcfg get, then delete again',
    ],
  ],
  [
    'a write that is not known',
    { reason: 'WriteNotKnown', ...push, because },
    [
      'it is not known whether configmap/x-kubelet-configuration was written: https://api did not answer in time',
      'check with kubeletcfg list; it is safe to push again',
    ],
  ],
  [
    'a removal that is not confirmed',
    { reason: 'WriteNotConfirmed', ...push, verb: 'delete', because },
    [
      'configmap/x-kubelet-configuration had not been deleted when it was checked, but may still be: https://api did not answer in time',
      'check with kubeletcfg list; it is safe to delete again',
    ],
  ],
  [
    'a balloon in the way',
    { reason: 'ResetBalloonsFirst', nodes: ['node-a', 'node-b'] },
    [
      'the change lowers the allocatable capacity of nodes with a balloon; before their kubelet restarts, run: nodesize reset node-a node-b',
    ],
  ],
  [
    'balloons of many nodes',
    { reason: 'ResetBalloonsFirst', nodes: Array.from({ length: 12 }, (_, i) => `n${i}`) },
    [
      'the change lowers the allocatable capacity of nodes with a balloon; before their kubelet restarts, run: nodesize reset n0 n1 n2 n3 n4 n5 n6 n7 n8 n9 (and 2 more)',
    ],
  ],
  ['a node that does not exist', { reason: 'NodeNotThere', subject: node }, ['node/node-a does not exist']],
  [
    'a kubelet that is too new',
    { reason: 'KubeletNewerThanKnown', subject: node, kubeletVersion: 'v1.99.0', checkedAs: '1.37' },
    ['node/node-a: kubelet v1.99.0 is newer than 1.37, the newest known release; checked as 1.37'],
  ],
])('%s', (_, fact, expected) => {
  const { lines, hints } = describe(fact)
  expect([...lines.map((line) => line.join('')), ...hints]).toEqual(expected)
})
