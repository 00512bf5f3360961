import { offsetFile } from '../build/shifted-kubelet.ts'
import { clockFrom } from '../host/clock-offset.ts'
import { onNode, writeOnNode } from '../node.ts'

/**
 * From now on `setClock` sets the wall clock of a unit's processes, which are restarted for it. Namespaces cannot do that for
 * the whole node. Of Go programs, only the kubelet `shifted` has that clock, always; containerd and the kernel, which gives files their
 * times, stay at the right time.
 */
export async function makeClockAdjustable(node: string, unit: string): Promise<void> {
  const variables = Object.entries(clockFrom(offsetFile)).map(([name, value]) => `Environment=${name}=${value}\n`)
  await writeOnNode(node, `/etc/systemd/system/${unit}.d/90-clock.conf`, `[Service]\n${variables.join('')}`)
  await onNode(node, ['systemctl', 'daemon-reload'])
  await onNode(node, ['systemctl', 'restart', unit])
}

/** Sets the clock of such units so many seconds forward; back, when negative. Time since the boot goes on. */
export async function setClock(node: string, seconds: number): Promise<void> {
  await onNode(node, ['sh', '-ec', settingClock(seconds)])
}

/** The same as a script on the node. At no moment is the file empty. */
export const settingClock = (seconds: number): string =>
  `echo ${seconds} >${offsetFile}.new; mv ${offsetFile}.new ${offsetFile}`
