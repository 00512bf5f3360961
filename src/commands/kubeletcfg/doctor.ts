import { string as argument } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import { usualPlaces } from '../../lib/agent/installation/places.ts'
import type { ConnectionFlags } from '../../lib/cli/flags/connection-flags.ts'
import { outputFormat } from '../../lib/cli/flags/flags.ts'
import { nodeNamed } from '../../lib/cli/flags/node-selection.ts'
import type { DataFormat } from '../../lib/cli/output/serialize.ts'
import { version } from '../../lib/cli/shell/build.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { ownImage } from '../../lib/cli/shell/own-image.ts'
import { usage } from '../../lib/cli/usage/usage.ts'

type Format = DataFormat | 'text'

interface Flags extends ConnectionFlags {
  readonly quiet: boolean
  readonly rollout: boolean
  readonly output: Format
}

export default class Doctor extends ClusterCommand {
  static override summary = 'Report whether an agent works on a node, or whether rollouts work, and why.'
  static override description =
    `With NODE, looks at the node from the cluster: its kubelet, agent, clocks, documents, policies, and what you may do.
Without NODE, run it on the node, as root: it looks at what runs the kubelet, its unit, flags and version, other
programs that write its configuration, rights, free space and the clock. With --rollout, looks at the rollouts of the
global document: state, policy, the controller and its rights, agents that run ahead, and what a rollout waits for.
It changes nothing. The exit code is 5 if no agent works, or can work, there, and if rollouts do not work.`
  static override examples = [
    '<%= config.bin %> doctor node-a',
    { description: 'On a node:', command: 'sudo <%= config.bin %> doctor' },
    { description: 'When a rollout stands:', command: '<%= config.bin %> doctor --rollout' },
    '<%= config.bin %> doctor node-a -o json',
  ]
  static override args = { node: argument({ description: 'Name of a node; without it, this machine.' }) }
  static override flags = {
    rollout: boolean({ summary: 'Look at the rollouts of the global document instead of a node.' }),
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Doctor)
    if (flags.rollout && args.node !== undefined)
      throw usage('ConflictingFlags', '--rollout looks at all nodes: it takes no NODE')
    const verdict = await this.#verdict(args.node, flags)
    if (verdict !== 'works' && verdict !== 'with-care') this.exitWith('refused')
  }

  #verdict(node: string | undefined, flags: Flags): Promise<string> {
    if (flags.rollout) return this.#ofRollout(flags)
    return node === undefined ? this.#here(flags, flags.output) : this.#ofNode(nodeNamed(node), flags, flags.output)
  }

  async #ofRollout(flags: Flags): Promise<string> {
    const cluster = await this.connect(flags)
    const [{ diagnoseRollout }, agents, { controllerManifests }, { systemClock: clock }, render] = await Promise.all([
      import('../../lib/fleet/doctor/doctor-rollout.ts'),
      import('../../lib/agent/manifests/manifests.ts'),
      import('../../lib/rollouts/manifests/controller-manifests.ts'),
      import('../../lib/machine/clock.ts'),
      import('../../lib/fleet/doctor/output.ts'),
    ])
    const { namespace } = cluster.documents
    const controllerObjects = (hasWebhook: boolean) =>
      controllerManifests({
        ...{
          namespace,
          image: ownImage,
          replicas: 2,
          nodeSelector: undefined,
          setsPolicy: true,
          hasWebhook,
          monitoring: undefined,
        },
      })
    const patient = { cluster, clock, policies: agents.policyNames, controllerObjects }
    const diagnosis = await this.during(flags, 'looking at the rollout', diagnoseRollout(patient, this.limits))
    const text = () => render.describeRolloutDiagnosis(diagnosis)
    const data = render.rolloutDiagnosisData(diagnosis)
    await this.printResult(flags.output, { kind: 'RolloutDiagnosis', data, text })
    return diagnosis.verdict
  }

  async #ofNode(name: string, flags: ConnectionFlags, format: Format): Promise<string> {
    const cluster = await this.connect(flags)
    const [{ diagnoseNode }, { policyNames: policies }, { systemClock: clock }, render] = await Promise.all([
      import('../../lib/fleet/doctor/doctor-node.ts'),
      import('../../lib/agent/manifests/manifests.ts'),
      import('../../lib/machine/clock.ts'),
      import('../../lib/fleet/doctor/output.ts'),
    ])
    const work = diagnoseNode({ cluster, clock, policies, version }, name, this.limits)
    const diagnosis = await this.during(flags, 'looking at the node', work)
    const text = () => render.describeNodeDiagnosis(diagnosis)
    await this.printResult(format, { kind: 'Diagnosis', data: render.nodeDiagnosisData(diagnosis), text })
    return diagnosis.verdict
  }

  async #here(flags: { quiet: boolean }, format: Format): Promise<string> {
    const [{ diagnose }, host, render] = await Promise.all([
      import('../../lib/agent/install/doctor.ts'),
      import('../../lib/agent/host/kubelet/patient.ts'),
      import('../../lib/fleet/doctor/output.ts'),
    ])
    const limits = { signal: this.signal }
    const patient = await host.thisMachine(usualPlaces, version, limits)
    const diagnosis = await this.during(flags, 'looking at this node', diagnose(patient, limits))
    const text = () => render.describeDiagnosis(diagnosis)
    await this.printResult(format, { kind: 'Diagnosis', data: render.diagnosisData(diagnosis), text })
    return diagnosis.verdict
  }
}
