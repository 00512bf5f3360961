import { boolean } from '@oclif/core/flags'
import { discoverKubelet } from '../../../lib/agent/host/kubelet/discover.ts'
import { kubeletServiceOver } from '../../../lib/agent/host/kubelet/kubelet-service.ts'
import { nodeAccess } from '../../../lib/agent/host/kubelet/node-access.ts'
import { otherUnitFiles } from '../../../lib/agent/host/kubelet/other-unit-files.ts'
import { systemFacts } from '../../../lib/agent/host/kubelet/system-facts.ts'
import { systemdUnits } from '../../../lib/agent/host/kubelet/systemd-units.ts'
import { livePath, openLiveFile } from '../../../lib/agent/host/live-config/open-live-file.ts'
import { momentNow } from '../../../lib/agent/host/machine/moment.ts'
import { rescueDropIn, scriptPath } from '../../../lib/agent/host/rescue/install-script.ts'
import { rescueScript } from '../../../lib/agent/host/rescue/script.ts'
import { isInUse } from '../../../lib/agent/host/state-folder/keep-agents-away.ts'
import { openStateFolder } from '../../../lib/agent/host/state-folder/state-folder.ts'
import { systemFiles } from '../../../lib/agent/host/system-files.ts'
import { type InstallPlan, planInstall } from '../../../lib/agent/install/install.ts'
import { applyInstall } from '../../../lib/agent/install/install-apply.ts'
import {
  agentInstallData,
  describeAgentInstall,
  dryRunOfInstall,
  installedLines,
} from '../../../lib/agent/install/install-output.ts'
import type { InstallRequest, InstallWorld } from '../../../lib/agent/install/install-world.ts'
import { tryCredentials } from '../../../lib/agent/install/try-credentials.ts'
import { configDropInPath } from '../../../lib/agent/installation/places.ts'
import type { Enrollment } from '../../../lib/agent/ports/enrollment.ts'
import {
  type AgentFlagValues,
  absoluteFolder,
  agentArguments,
  agentFlags,
  binFolder,
  clientOnly,
} from '../../../lib/cli/flags/agent-flags.ts'
import type { ConnectionFlags } from '../../../lib/cli/flags/connection-flags.ts'
import { name, outputFormat, yes } from '../../../lib/cli/flags/flags.ts'
import { version } from '../../../lib/cli/shell/build.ts'
import { NodeCommand } from '../../../lib/cli/shell/node-command.ts'
import type { OpenCluster } from '../../../lib/connect/cluster.ts'
import { configDropIn } from '../../../lib/kubelet/layout/config-drop-in.ts'
import { systemClock as clock } from '../../../lib/machine/clock.ts'

interface InstallFlags extends ConnectionFlags, AgentFlagValues {
  readonly 'for-pod': boolean
  readonly 'node-name'?: string | undefined
  readonly 'agent-kubeconfig'?: string | undefined
  readonly 'bin-dir': string
  readonly 'state-folder': string
  readonly 'apply-mode': InstallRequest['applyMode']
}

export default class AgentInstall extends NodeCommand {
  static override summary = 'Install the agent on this node, as a service of systemd.'
  static override description =
    `Run it on the node, as root, from the executable (docs/install.md), after 'agent manifests' was applied.
The kubeconfig is that of an administrator. It is used once, for a token of this agent, which the agent renews.
Run again, it changes nothing, completes an installation that was interrupted, or upgrades one.
The kubelet keeps running. See docs/agent.md.`
  static override examples = [
    '<%= config.bin %> agent install --kubeconfig admin.conf',
    { description: 'To see every file first:', command: '<%= config.bin %> agent install --dry-run=client' },
    {
      description: 'With credentials of your own:',
      command: '<%= config.bin %> agent install --agent-kubeconfig agent.conf',
    },
  ]
  static override flags = {
    'node-name': name({ summary: 'Name of the Node, where the kubelet does not tell it.', helpValue: 'NAME' }),
    'agent-kubeconfig': absoluteFolder({
      summary: 'Kubeconfig that the agent uses as it is; no token is requested then.',
      helpValue: 'FILE',
    }),
    'for-pod': boolean({
      summary: 'Only what the pod of an agent cannot have itself, the rescue of the kubelet; its DaemonSet runs this.',
      exclusive: ['agent-kubeconfig', 'bin-dir'],
    }),
    'bin-dir': binFolder,
    ...agentFlags,
    'dry-run': clientOnly,
    output: outputFormat(['text', 'json', 'yaml']),
    yes,
  }

  override async run(): Promise<void> {
    const { flags, metadata } = await this.parse(AgentInstall)
    const { 'dry-run': mode } = flags
    const isGiven = (flag: string): boolean => metadata.flags[flag]?.setFromDefault !== true
    const request = this.#request(flags, isGiven)
    const world = await this.#world(flags)
    await this.carryOut(flags, {
      planning: 'checking this node',
      plan: () => planInstall(world, request, this.limits),
      describe: (plan) => (mode === 'none' ? describeAgentInstall(plan) : []),
      question: ({ isDone }) => (isDone ? undefined : 'Install?'),
      applying: 'installing',
      apply: async (plan: InstallPlan) => {
        if (mode === 'none') await applyInstall(world, plan, this.limits)
        return {
          kind: 'AgentInstallReport',
          data: agentInstallData(plan, mode),
          text: () => (mode === 'none' ? installedLines(plan) : dryRunOfInstall(plan)),
          failures: [],
        }
      },
    })
  }

  #request(flags: InstallFlags, isGiven: (flag: string) => boolean): InstallRequest {
    return {
      runsAs: flags['for-pod'] ? 'pod' : 'service',
      nodeName: flags['node-name'],
      namespace: flags.namespace,
      places: { stateFolder: flags['state-folder'], binFolder: flags['bin-dir'] },
      applyMode: flags['apply-mode'],
      agentKubeconfig: flags['agent-kubeconfig'],
      flags: agentArguments(flags, isGiven),
    }
  }

  async #world(flags: InstallFlags): Promise<InstallWorld> {
    const node = nodeAccess()
    const kubeconfig = flags.kubeconfig ?? flags['agent-kubeconfig']
    // Late: a machine that is refused needs no kubeconfig.
    let connected: Promise<OpenCluster> | undefined
    const enrollment = async (): Promise<Enrollment> => {
      connected ??= this.connect({ ...flags, kubeconfig })
      return (await connected).enrollment
    }
    return {
      machine: { ...(await systemFacts(node, this.limits)), executable: this.executable, version },
      files: systemFiles,
      units: systemdUnits(node),
      enrollment: {
        machineOf: async (name, limits) => (await enrollment()).machineOf(name, limits),
        requestToken: async (request, limits) => (await enrollment()).requestToken(request, limits),
      },
      discover: (limits) => discoverKubelet(node, limits),
      kubeletVersion: (unit, limits) => kubeletServiceOver(node, unit).version(limits),
      kubeletCredentials: (path) => this.kubeletCredentials(path, clock),
      livePath,
      configDropIn: async (setup, path, limits) =>
        configDropIn(setup, await otherUnitFiles(node, setup, { without: configDropInPath(setup.unit), limits }), path),
      prepareLive: async (place, stateFolder) => {
        const around = { stateFolder: await openStateFolder(stateFolder), root: '/', moment: momentNow }
        await (await openLiveFile(place, around)).restoreLocal()
      },
      rescueFiles: (stateFolder) => ({
        scriptPath: scriptPath(stateFolder),
        script: rescueScript,
        dropIn: rescueDropIn(stateFolder),
      }),
      isInUse,
      tryCredentials: async (path, name, limits) => tryCredentials(await this.connectAgent(flags, path), name, limits),
    }
  }
}
