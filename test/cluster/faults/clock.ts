import { clockFrom } from '../host/clock-offset.ts'
import { onNode, writeOnNode } from '../node.ts'

const file = '/run/clock-offset'

/**
 * From now on `setClock` sets the wall clock of a unit's processes, which are restarted for it. Namespaces cannot do that for
 * the whole node; of its other programs, Go programs cannot be moved at all, so the kubelet stays at the right time.
 */
export async function makeClockAdjustable(node: string, unit: string): Promise<void> {
  const variables = Object.entries(clockFrom(file)).map(([name, value]) => `Environment=${name}=${value}\n`)
  await writeOnNode(node, `/etc/systemd/system/${unit}.d/90-clock.conf`, `[Service]\n${variables.join('')}`)
  await onNode(node, ['systemctl', 'daemon-reload'])
  await onNode(node, ['systemctl', 'restart', unit])
}

/** Sets the clock of such units so many seconds forward; back, when negative. Time since the boot goes on. */
export async function setClock(node: string, seconds: number): Promise<void> {
  await writeOnNode(node, file, `${seconds}\n`)
}
