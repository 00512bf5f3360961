import { boolean, option } from '@oclif/core/flags'
import type { Settings } from '../../../lib/agent/model/settings.ts'
import type { AgentHere } from '../../../lib/agent/run/run-agent-here.ts'
import { type AgentFlagValues, agentFlags } from '../../../lib/cli/flags/agent-flags.ts'
import { name } from '../../../lib/cli/flags/flags.ts'
import { version } from '../../../lib/cli/shell/build.ts'
import { ClusterCommand } from '../../../lib/cli/shell/cluster-command.ts'
import { logLine } from '../../../lib/loop/log-line.ts'
import { systemClock as clock } from '../../../lib/machine/clock.ts'

export default class AgentRun extends ClusterCommand {
  static override summary = 'On a node: apply its documents to the kubelet, and keep it healthy.'
  static override description = [
    'Runs until SIGTERM or Ctrl-C, and continues at the next start where it was.',
    'The node gets its own document, or else the global one, or else its own files. Each change is on trial first.',
    'The unit that agent install writes runs it; docs/agent.md describes what it does in each failure.',
  ].join('\n')
  static override examples = ['<%= config.bin %> agent run --node-name node-a --log-format json']
  static override flags = {
    'node-name': name({ summary: 'The name of the Node of this machine.', required: true, helpValue: 'NAME' }),
    ...agentFlags,
    'dry-run': boolean({ summary: 'Decide and report, and change nothing on the node.' }),
    'log-format': option({
      options: ['text', 'json'] as const,
      default: 'text' as const,
      summary: 'text, or one JSON object per line; both go to stderr.',
    })(),
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(AgentRun)
    const { runAgentHere } = await import('../../../lib/agent/run/run-agent-here.ts')
    const cluster = await this.connect(flags)
    await runAgentHere(
      {
        ...{ cluster, node: flags['node-name'], namespace: flags.namespace, kubeconfig: flags.kubeconfig },
        ...{ stateFolder: flags['state-folder'], applyMode: flags['apply-mode'], metricsAt: flags['metrics-address'] },
        ...{ allowedUnsafe: flags['allow-unsafe'], settings: settingsOf(flags), version },
        log: logging(flags['log-format']),
      },
      this.signal,
    )
  }
}

const settingsOf = (flags: AgentFlagValues & { readonly 'dry-run': boolean }): Partial<Settings> => ({
  trialMs: flags.trial,
  jitterMs: flags.jitter,
  crashThreshold: flags['crash-threshold'],
  healthDeadlineMs: flags['health-deadline'],
  restartsPerHour: flags['restarts-per-hour'],
  dryRun: flags['dry-run'],
})

const logging =
  (format: 'text' | 'json'): AgentHere['log'] =>
  (level, fact) =>
    process.stderr.write(logLine({ level, fact, at: clock.now() }, format))
