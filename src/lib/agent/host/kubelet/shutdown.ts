import { Failure } from '../../../message/failure.ts'
import type { Limits } from '../../../ports/limits.ts'
import type { NodeAccess } from './node-access.ts'

/** logind is not started for that. */
const question = [
  'busctl',
  '--auto-start=no',
  'get-property',
  'org.freedesktop.login1',
  '/org/freedesktop/login1',
  'org.freedesktop.login1.Manager',
  'PreparingForShutdown',
] as const

/**
 * Whether the machine shuts down or reboots: systemd-logind waits until the kubelet has ended its pods (shutdownGracePeriod), and
 * does not wait any more once that kubelet is gone. Without logind, no kubelet knows of a shutdown: false. Rejects when interrupted.
 */
export async function isShuttingDown(node: NodeAccess, limits: Limits): Promise<boolean> {
  try {
    const { exit, stdout } = await node.run(question, limits)
    return exit === 0 && stdout.trim() === 'b true'
  } catch (error) {
    if (error instanceof Failure && error.code !== 'interrupted') return false
    throw error
  }
}
