import { Failure } from '../../../message/failure.ts'
import type { Limits } from '../../../ports/limits.ts'
import type { NodeAccess } from './node-access.ts'
import { VersionNotReported } from './service-messages.ts'

/**
 * What a program of a kubelet says which version it is, such as v1.36.3. `/proc/PID/exe` is the program that a process was
 * started from, even if another one has its name by now.
 */
export async function versionOf(node: NodeAccess, program: string, limits: Limits): Promise<string> {
  const { exit, stdout } = await node.run([program, '--version'], limits)
  const version = /^Kubernetes (v\d+\.\d+\.\d+\S*)$/m.exec(stdout)?.[1]
  if (exit === 0 && version !== undefined) return version
  throw new Failure('refused', VersionNotReported({ program }))
}

interface Asked {
  readonly program: string
  /** When systemd has started it last: a program may be a script that starts another one. */
  readonly startedAt: number | undefined
}

/** versionOf, which is not asked again while the file is the same and runs: to answer is half of what an idle agent costs. */
export function knownVersions(node: NodeAccess): (asked: Asked, limits: Limits) => Promise<string> {
  let known: { readonly about: string; readonly version: string } | undefined
  return async ({ program, startedAt }, limits) => {
    const file = await node.run(['stat', '-L', '-c', '%d %i %s %Y %Z', program], limits)
    const about = file.exit === 0 ? `${program} ${startedAt} ${file.stdout}` : undefined
    if (about !== undefined && about === known?.about) return known.version
    const version = await versionOf(node, program, limits)
    known = about === undefined ? undefined : { about, version }
    return version
  }
}
