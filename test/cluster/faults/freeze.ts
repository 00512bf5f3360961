import { onNode } from '../node.ts'
import { atNextStart } from './kubelet.ts'

const kill = (unit: string, signal: 'STOP' | 'CONT'): string =>
  `systemctl kill --kill-whom=main --signal=${signal} ${unit}`

/** The main process of a unit does nothing any more, and nobody is told. Its watchdog ends it, later. */
export async function freeze(node: string, unit: string): Promise<void> {
  await onNode(node, ['sh', '-ec', kill(unit, 'STOP')])
}

/** Undoes `freeze`. */
export async function thaw(node: string, unit: string): Promise<void> {
  await onNode(node, ['sh', '-ec', kill(unit, 'CONT')])
}

/** Freezes the unit when the kubelet is started next, right before it. After `watchStarts`. */
export const freezeAtNextStart = (node: string, unit: string): Promise<void> => atNextStart(node, kill(unit, 'STOP'))
