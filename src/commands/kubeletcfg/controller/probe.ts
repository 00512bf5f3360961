import { string as argument } from '@oclif/core/args'
import { BaseCommand } from '../../../lib/cli/shell/base-command.ts'
import { systemClock as clock } from '../../../lib/machine/clock.ts'
import { probeHere } from '../../../lib/rollouts/in-pod/probe-here.ts'
import { optionalProbeChecks } from '../../../lib/rollouts/probe.ts'
import { probeFolders, probeMessage } from '../../../lib/rollouts/probe-pod.ts'

export default class ControllerProbe extends BaseCommand {
  static override summary = 'Try, in a pod, what pods need of their kubelet.'
  static override description = [
    'Rollouts whose policy has a probe run it on canaries. It prints the name of its pod, leaves what it has found in',
    `${probeMessage}, where the kubelet reads it, and succeeds whatever that is.`,
  ].join('\n')
  static override examples = ['<%= config.bin %> controller probe volume dns']
  static override args = {
    checks: argument({ description: 'What to try.', multiple: true, options: [...optionalProbeChecks] }),
  }

  override async run(): Promise<void> {
    const { args } = await this.parse(ControllerProbe)
    const wanted: readonly string[] = args.checks ?? []
    const checks = optionalProbeChecks.filter((check) => wanted.includes(check))
    const here = { clock, folders: probeFolders, message: probeMessage }
    const name = await probeHere(checks, here, this.signal)
    this.print(`${name}\n`)
  }
}
