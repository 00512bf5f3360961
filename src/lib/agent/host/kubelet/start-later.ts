import { unitSubject } from '../../../kubelet/layout/layout-messages.ts'
import { Failure } from '../../../message/failure.ts'
import type { Limits } from '../../../ports/limits.ts'
import type { NodeAccess } from './node-access.ts'
import type { ServiceFact } from './service-messages.ts'
import { SystemdRefused } from './service-messages.ts'

/** Longer than what is done with a stopped kubelet. */
const marginSeconds = 30
const timer = 'kubeletcfg-start-kubelet'

interface Stopping {
  readonly unit: string
  /** How long it may take to stop: a start before that would cancel the stop. */
  readonly stopSeconds: number
}

/**
 * Asks systemd to start a unit later, even if this program is killed meanwhile: in a container, nothing else would start
 * it, or this program, again. Disposing of the result takes the order back.
 */
export async function startLater(
  node: NodeAccess,
  { unit, stopSeconds }: Stopping,
  limits: Limits,
): Promise<AsyncDisposable> {
  const cancel = async (): Promise<void> => {
    const { signal } = new AbortController()
    await node.run(['systemctl', 'stop', '--', `${timer}.timer`], { signal }).catch(() => undefined)
  }
  // One that is left from a program that was killed would keep its name.
  await cancel()
  const { exit, stderr } = await node.run(
    [
      'systemd-run',
      `--unit=${timer}`,
      '--description=Start the kubelet, which kubeletcfg has stopped',
      `--on-active=${Math.ceil(stopSeconds) + marginSeconds}`,
      '--timer-property=AccuracySec=1s',
      '--timer-property=DefaultDependencies=no',
      '--property=DefaultDependencies=no',
      '--collect',
      '--',
      'systemctl',
      'start',
      '--',
      unit,
    ],
    limits,
  )
  if (exit === 0) return { [Symbol.asyncDispose]: cancel }
  const systemMessage = (stderr.split('\n', 1)[0] ?? '').trim()
  const fact: ServiceFact = SystemdRefused({ subject: unitSubject(unit), verb: 'start', systemMessage })
  throw new Failure('refused', fact)
}
