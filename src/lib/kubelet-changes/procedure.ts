import type { Cost } from './costs.ts'

/** All that these changes take together, in the order in which it is done. */
export function procedureOf(changes: readonly Pick<Cost, 'kind' | 'stateFile'>[]): string {
  if (changes.length === 0) return 'nothing: no kubelet works with another value'
  const kinds = new Set(changes.map(({ kind }) => kind))
  const files = [...new Set(changes.flatMap(({ stateFile }) => stateFile ?? []))].sort()
  const reboots = kinds.has('reboot')
  const isStopped = files.length > 0
  const isDrained = reboots || isStopped || kinds.has('drain')
  return [
    ...(isDrained ? ['drain the node'] : []),
    ...(isStopped ? ['stop the kubelet', `remove ${files.join(' and ')} from its root directory`] : []),
    ...(isStopped || reboots ? ['change the file'] : []),
    ...(kinds.has('new-node') ? [newNode] : []),
    reboots ? 'reboot the machine' : isStopped ? 'start the kubelet' : 'restart the kubelet',
    ...(isDrained ? ['uncordon'] : []),
  ].join(', ')
}

const newNode = 'make the same change to the Node with kubectl (or delete it: the kubelet registers anew)'
