import { Failure } from '../../failure.ts'
import type { Limits } from '../../ports/limits.ts'
import type { NodeAccess } from './node-access.ts'
import type { ServiceFact } from './service-fact.ts'

/**
 * What a program of a kubelet says which version it is, such as v1.36.3. `/proc/PID/exe` is the program that a process was
 * started from, even if another one has its name by now.
 */
export async function versionOf(node: NodeAccess, program: string, limits: Limits): Promise<string> {
  const { exit, stdout } = await node.run([program, '--version'], limits)
  const version = /^Kubernetes (v\d+\.\d+\.\d+\S*)$/m.exec(stdout)?.[1]
  if (exit === 0 && version !== undefined) return version
  throw new Failure<ServiceFact>('refused', { reason: 'VersionNotReported', program })
}
