import { discoverKubelet } from '../../../lib/agent/host/kubelet/discover.ts'
import { kubeletServiceOver } from '../../../lib/agent/host/kubelet/kubelet-service.ts'
import { nodeAccess } from '../../../lib/agent/host/kubelet/node-access.ts'
import { otherUnitFiles } from '../../../lib/agent/host/kubelet/other-unit-files.ts'
import { systemFacts } from '../../../lib/agent/host/kubelet/system-facts.ts'
import { systemdUnits } from '../../../lib/agent/host/kubelet/systemd-units.ts'
import { KubeletStateFiles } from '../../../lib/agent/host/kubelet-state-files.ts'
import { liveLeftovers, traceOf } from '../../../lib/agent/host/live-config/live-leftovers.ts'
import { livePath, openLiveFile } from '../../../lib/agent/host/live-config/open-live-file.ts'
import { momentNow } from '../../../lib/agent/host/machine/moment.ts'
import { keepAgentsAway } from '../../../lib/agent/host/state-folder/keep-agents-away.ts'
import { journalToLookAt } from '../../../lib/agent/host/state-folder/look-at-journal.ts'
import { systemFiles } from '../../../lib/agent/host/system-files.ts'
import { planUninstall } from '../../../lib/agent/install/uninstall.ts'
import { applyUninstall } from '../../../lib/agent/install/uninstall-apply.ts'
import {
  agentUninstallData,
  describeAgentUninstall,
  uninstalledLines,
} from '../../../lib/agent/install/uninstall-output.ts'
import type { UninstallWorld } from '../../../lib/agent/install/uninstall-world.ts'
import { configDropInPath } from '../../../lib/agent/installation/places.ts'
import { journalVersion } from '../../../lib/agent/journal/journal.ts'
import { agentFlags, binFolder, clientOnly } from '../../../lib/cli/flags/agent-flags.ts'
import { acceptRisk } from '../../../lib/cli/flags/change-flags.ts'
import type { ConnectionFlags } from '../../../lib/cli/flags/connection-flags.ts'
import { outputFormat, yes } from '../../../lib/cli/flags/flags.ts'
import { NodeCommand } from '../../../lib/cli/shell/node-command.ts'
import { configIn } from '../../../lib/kubelet/layout/setup.ts'
import { systemClock as clock } from '../../../lib/machine/clock.ts'
import { hashedMachineId } from '../../../lib/machine/machine-id.ts'

export default class AgentUninstall extends NodeCommand {
  static override summary = 'Remove the agent from this node.'
  static override description =
    `The kubelet gets the node's own configuration back, and is restarted only if that means something else to it.
Removes all that install has made, and the condition and the annotation of the Node if the API server answers.
It needs no kubeconfig: it uses that of the agent. Run again, it continues where it was interrupted.`
  static override examples = ['<%= config.bin %> agent uninstall', '<%= config.bin %> agent uninstall --dry-run=client']
  static override flags = {
    'state-folder': agentFlags['state-folder'],
    'bin-dir': binFolder,
    'accept-risk': acceptRisk,
    'dry-run': clientOnly,
    output: outputFormat(['text', 'json', 'yaml']),
    yes,
  }

  override async run(): Promise<void> {
    const { flags } = await this.parse(AgentUninstall)
    const mode = flags['dry-run']
    const places = { stateFolder: flags['state-folder'], binFolder: flags['bin-dir'] }
    const world = await this.#world(flags)
    await this.carryOut(flags, {
      planning: 'checking this node',
      plan: () => planUninstall(world, { places, acceptedRisks: flags['accept-risk'] ?? [] }, this.limits),
      describe: describeAgentUninstall,
      question: ({ installation }) => (installation === undefined ? undefined : 'Uninstall?'),
      applying: 'uninstalling',
      apply: async (plan) => {
        const isReal = mode === 'none' && plan.refusal === undefined
        const outcome = isReal ? await applyUninstall(world, plan, this.limits) : undefined
        return {
          kind: 'AgentUninstallReport',
          data: agentUninstallData(plan, outcome, mode),
          text: () => uninstalledLines(plan, outcome, mode),
          failures: [plan.refusal],
          warnings: outcome?.warnings ?? [],
        }
      },
    })
  }

  async #world(flags: ConnectionFlags): Promise<UninstallWorld> {
    const node = nodeAccess()
    const reader = { machine: await hashedMachineId('/'), newest: journalVersion }
    return {
      machine: await systemFacts(node, this.limits),
      files: systemFiles,
      units: systemdUnits(node),
      clock,
      discover: (limits) => discoverKubelet(node, limits),
      live: (place, stateFolder) => openLiveFile(place, { stateFolder, root: '/', moment: momentNow }),
      livePath,
      traceOf,
      liveLeftovers,
      ownConfig: async (setup, limits) =>
        configIn(await otherUnitFiles(node, setup, { without: configDropInPath(setup.unit), limits })),
      journal: async (stateFolder) => journalToLookAt(stateFolder, reader),
      keepAgentsAway,
      kubelet: (unit) => kubeletServiceOver(node, unit),
      stateFiles: (root) => new KubeletStateFiles(root),
      withdraw: async (kubeconfig, name, limits) =>
        (await this.connectAgent(flags, flags.kubeconfig ?? kubeconfig)).agentNode(name).withdraw(limits),
    }
  }
}
