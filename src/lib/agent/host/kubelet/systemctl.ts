import { unitSubject } from '../../../kubelet/layout/layout-messages.ts'
import { type Properties, propertyNames, readProperties } from '../../../kubelet/layout/unit-properties.ts'
import { Failure } from '../../../message/failure.ts'
import type { Limits } from '../../../ports/limits.ts'
import type { NodeAccess } from './node-access.ts'
import { type ServiceFact, SystemdRefused } from './service-messages.ts'

/** Of systemctl's verbs. `--no-block`: without waiting for the end of the job. */
export type Verb = 'daemon-reload' | 'disable' | 'enable' | 'reset-failed' | 'restart' | 'start' | 'stop'

export interface Systemctl {
  /** What systemd knows of a unit, even if there is none of this name. */
  show(unit: string, limits: Limits): Promise<Properties>
  /** Rejects with Failure<ServiceFact> 'refused' when systemd refuses, and as runProgram does. */
  order(verb: Verb, unit: string | undefined, limits: Limits): Promise<void>
  /** The names of all services with a unit file. */
  services(limits: Limits): Promise<readonly string[]>
}

const longestMessage = 500

export function systemctlOver(node: NodeAccess): Systemctl {
  return {
    async show(unit, limits) {
      const properties = `--property=${propertyNames.join()}`
      const { exit, stdout, stderr } = await node.run(['systemctl', 'show', properties, '--', unit], limits)
      if (exit !== 0) throw refused('show', unit, stderr)
      return readProperties(stdout)
    },
    async order(verb, unit, limits) {
      const { exit, stderr } = await node.run(['systemctl', verb, ...(unit === undefined ? [] : ['--', unit])], limits)
      if (exit !== 0) throw refused(verb, unit ?? 'systemd', stderr)
    },
    async services(limits) {
      const list = ['list-unit-files', '--type=service', '--no-legend', '--no-pager', '--plain'] as const
      const { exit, stdout, stderr } = await node.run(['systemctl', ...list], limits)
      if (exit !== 0) throw refused('list-unit-files', 'systemd', stderr)
      return stdout.split('\n').flatMap((line) => /^(\S+\.service)\s/.exec(line)?.[1] ?? [])
    },
  }
}

/** The last lines of systemctl only advise where to look. */
function refused(verb: string, unit: string, stderr: string): Failure<ServiceFact> {
  const [first = ''] = stderr.split('\n')
  const systemMessage = first.trim().slice(0, longestMessage)
  return new Failure('refused', SystemdRefused({ subject: unitSubject(unit), verb, systemMessage }))
}
