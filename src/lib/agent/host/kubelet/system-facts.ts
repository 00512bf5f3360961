import { readFile } from 'node:fs/promises'
import { Failure } from '../../../message/failure.ts'
import type { Limits } from '../../../ports/limits.ts'
import type { NodeAccess } from './node-access.ts'

/** What of the service manager an agent uses. */
const programs = ['systemctl', 'systemd-run', 'systemd-notify']

export interface SystemFacts {
  readonly isRoot: boolean
  /** As the kubelet reports them; '' where there is none. */
  readonly machineId: string
  readonly bootId: string
  /** Programs of the service manager that are not there. */
  readonly missingPrograms: readonly string[]
}

export async function systemFacts(node: NodeAccess, limits: Limits): Promise<SystemFacts> {
  const missing = await Promise.all(
    programs.map(async (program) => ((await runs(node, program, limits)) ? [] : [program])),
  )
  return {
    isRoot: process.geteuid?.() === 0,
    machineId: await textOf('/etc/machine-id'),
    bootId: await textOf('/proc/sys/kernel/random/boot_id'),
    missingPrograms: missing.flat(),
  }
}

const textOf = async (path: string): Promise<string> => (await readFile(path, 'utf8').catch(() => '')).trim()

async function runs(node: NodeAccess, program: string, limits: Limits): Promise<boolean> {
  try {
    await node.run([program, '--version'], limits)
    return true
  } catch (error) {
    limits.signal.throwIfAborted()
    if (!(error instanceof Failure)) throw error
    return false
  }
}
