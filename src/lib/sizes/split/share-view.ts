import type { View } from '../../output/view.ts'
import { formatAmounts } from '../../pods/amounts.ts'
import type { NodeSize } from '../model/node-size.ts'
import { excessOf, type Host } from '../plan/host.ts'
import { showRoundedDown, showRoundedUp, toneOfState } from '../resize/output.ts'

/** A line of the table: a node, or below the nodes of a host what they have together. */
export interface ShareLine {
  readonly host: Host
  /** undefined: all of them. */
  readonly size: NodeSize | undefined
}

export const linesOf = (hosts: readonly Host[]): readonly ShareLine[] =>
  hosts.flatMap((host) => [...host.nodes.map((size) => ({ host, size })), { host, size: undefined }])

/** The first characters of a boot ID, as Git shortens hashes. */
const shortId = 8

const stateOf = (host: Host): string => (excessOf(host) === undefined ? 'Fits' : 'Exceeded')

/** A table with a line for each node, and one for all of a host. */
export const shareTable: View<ShareLine> = {
  kind: 'HostList',
  columns: [
    { header: 'HOST', value: ({ host }) => host.bootId?.slice(0, shortId) ?? '-' },
    { header: 'NODE', value: ({ host, size }) => size?.node.name ?? `all ${host.nodes.length}` },
    {
      header: 'SIZE',
      value: ({ host, size }) => (size === undefined ? showRoundedUp(host.size) : showRoundedDown(size.size)),
    },
    { header: 'ALLOCATABLE', value: ({ host, size }) => showRoundedDown((size ?? host).allocatable) },
    { header: 'REQUESTED', value: ({ host, size }) => showRoundedUp((size ?? host).requested) },
    {
      header: 'STATE',
      value: ({ host, size }) => size?.state ?? stateOf(host),
      tone: ({ host, size }) => {
        if (size !== undefined) return toneOfState[size.state]
        return excessOf(host) === undefined ? 'good' : 'bad'
      },
    },
  ],
  wide: [
    { header: 'CAPACITY', value: ({ host, size }) => (size === undefined ? showRoundedDown(host.capacity) : '-') },
  ],
  data: ({ host }) => hostData(host),
  name: ({ size }) => size && `node/${size.node.name}`,
}

/** The same as data: an item for each host. */
export const sharesView: View<Host> = {
  kind: 'HostList',
  columns: [],
  wide: [],
  data: (host) => hostData(host),
  name: () => undefined,
}

function hostData(host: Host): Record<string, unknown> {
  const excess = excessOf(host)
  return {
    bootId: host.bootId ?? null,
    nodes: host.nodes.map(({ node, state, size, requested, allocatable }) => ({
      ...{ node: node.name, state },
      size: formatAmounts(size),
      requested: formatAmounts(requested),
      allocatable: formatAmounts(allocatable),
    })),
    size: formatAmounts(host.size),
    requested: formatAmounts(host.requested),
    allocatable: formatAmounts(host.allocatable),
    capacity: formatAmounts(host.capacity),
    excess: excess === undefined ? null : formatAmounts(excess),
  }
}
