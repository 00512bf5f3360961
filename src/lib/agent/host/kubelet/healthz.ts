import { isIP } from 'node:net'
import type { Answer } from '../../model/evidence.ts'
import { ask, codeOf, hostPort, reachedAt } from './ask.ts'
import { HealthzNotAnswered, HealthzNotOk, HealthzOfAnother } from './evidence-messages.ts'
import { listensOn } from './listener.ts'
import { fail, pass } from './pod-evidence.ts'

const maxBytes = 65_536

/** Whether the kubelet with this process says that it is healthy. */
export async function healthzAnswer(
  { address, port }: { readonly address: string; readonly port: number },
  pid: number,
  signal: AbortSignal,
): Promise<Answer> {
  const host = reachedAt(address)
  const where = hostPort(host, port)
  // A document must not make the agent talk to other machines.
  if (isIP(host) === 0) return fail(HealthzNotAnswered({ address: where, errno: 'EADDRNOTAVAIL' }))
  try {
    const { status } = await ask({ host, port, path: '/healthz' }, maxBytes, signal)
    if ((await listensOn(pid, port)) === false) return fail(HealthzOfAnother({ address: where }))
    return status === 200 ? pass : fail(HealthzNotOk({ address: where, status }))
  } catch (error) {
    return fail(HealthzNotAnswered({ address: where, errno: signal.aborted ? 'ETIMEDOUT' : codeOf(error) }))
  }
}
