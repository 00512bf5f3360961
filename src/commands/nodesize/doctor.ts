import { string as argument } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import { duration, outputFormat } from '../../lib/cli/flags/flags.ts'
import { bareName, selectNodes } from '../../lib/cli/flags/node-selection.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import { usage } from '../../lib/cli/usage/usage.ts'
import type { OpenCluster } from '../../lib/connect/cluster.ts'
import type { Failure } from '../../lib/message/failure.ts'
import type { Clock } from '../../lib/ports/clock.ts'

export default class Doctor extends ClusterCommand {
  static override summary = 'Report whether nodes can be resized in a cluster, and keep their sizes.'
  static override description =
    `Looks at the server, the kubelets, what install created, priorities, quotas, LimitRanges, webhooks, autoscalers,
the sizes that are stored, and what you may do. What may not be read is reported as such.
With NODE, only about these nodes, and asks their kubelets; without, it asks those of at most ten nodes.
Changes nothing without --prove, which makes each NODE smaller by 1m of cpu and undoes that. Exits 5 on a problem.`
  static override examples = [
    '<%= config.bin %> doctor',
    '<%= config.bin %> doctor node-a --prove',
    '<%= config.bin %> doctor -o json',
  ]
  static override args = { node: argument({ description: 'Name of a node; all nodes without one.', multiple: true }) }
  static override flags = {
    prove: boolean({ summary: 'Resize the balloon of each NODE by 1m of cpu, and undo it.' }),
    timeout: duration({
      summary: 'How long --prove waits for a kubelet.',
      default: 15_000,
      defaultHelp: async () => '15s',
    }),
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Doctor)
    selectNodes(args.node)
    const names = [...new Set((args.node ?? []).map(bareName))]
    if (flags.prove && names.length === 0)
      throw usage('NoNodes', '--prove resizes nodes: no nodes selected', 'add node names')
    const cluster = await this.connect(flags)
    const [{ diagnoseSizing }, { systemClock: clock }, render] = await Promise.all([
      import('../../lib/sizes/doctor/doctor.ts'),
      import('../../lib/machine/clock.ts'),
      import('../../lib/fleet/doctor/output.ts'),
    ])
    const looking = diagnoseSizing({ cluster }, names, this.limits)
    const found = await this.during(flags, 'looking at the cluster', looking)
    const proven = await this.during(
      flags,
      'resizing',
      this.#prove({ cluster, clock }, flags.prove ? names : [], flags.timeout),
    )
    const diagnosis = { ...found, works: [...found.works, ...proven.facts] }
    const text = () => render.describeSizingDiagnosis(diagnosis)
    await this.printResult(flags.output, { kind: 'SizingDiagnosis', data: render.sizingDiagnosisData(diagnosis), text })
    if (proven.failures.some((failure) => failure !== undefined)) return this.finishWith(proven.failures)
    if (diagnosis.verdict === 'refused') this.exitWith('refused')
  }

  /** One node after the other: each resize is small, and its time counts. */
  async #prove(world: { cluster: OpenCluster; clock: Clock }, names: readonly string[], timeoutMs: number) {
    const [{ proveResize }, { forEachTarget }] = await Promise.all([
      import('../../lib/sizes/doctor/prove.ts'),
      import('../../lib/ports/outcomes.ts'),
    ])
    const prove = (node: string) => proveResize(world, { node, timeoutMs }, this.limits)
    const outcomes = await forEachTarget(names, prove)
    const failures: readonly (Failure | undefined)[] = outcomes.map(({ failure }) => failure)
    return { facts: outcomes.flatMap(({ value }) => value ?? []), failures }
  }
}
