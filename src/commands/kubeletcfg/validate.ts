import { string as argument } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import type { ConnectionFlags } from '../../lib/cli/flags/connection-flags.ts'
import { hostFlags, splitHostCommand, type WayToHost, wayToHost } from '../../lib/cli/flags/examined-host-flags.ts'
import { configDir, exclude, outputFormat } from '../../lib/cli/flags/flags.ts'
import { kubernetesVersions, mergeReleases, type WantedReleases } from '../../lib/cli/flags/release-flags.ts'
import { warningFlags } from '../../lib/cli/flags/warning-flags.ts'
import { togetherWith } from '../../lib/cli/input/config-dir.ts'
import { findInputs } from '../../lib/cli/input/input-files.ts'
import { serialize } from '../../lib/cli/output/serialize.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import type { Release } from '../../lib/kubelet/model/releases.ts'
import { plainLine } from '../../lib/message/line.ts'
import type { HostToJudge } from '../../lib/offline/read/on-host.ts'
import { reportFormats } from '../../lib/offline/validate/reports/formats.ts'

export default class Validate extends ClusterCommand {
  static override summary = 'Validate a kubelet configuration the way the kubelet does, offline.'
  static override description = [
    'Validates as a kubelet (1.28 to 1.37) does, and reports what it only logs: unknown and duplicate fields.',
    'Reads folders, kubeadm files and ConfigMaps as well, and a kubeadm file for its own kubernetesVersion by default.',
    'Exits 3 when there is an error. Requirements on the host are only information without --host.',
    'COMMAND runs a shell on the host, such as ssh, nsenter or kubectl exec -i. See docs/validate.md.',
  ].join('\n')
  static override usage = 'validate FILE... [FLAGS] [--host] [--root FOLDER] [-- COMMAND...]'
  static override examples = [
    '<%= config.bin %> validate kubelet.yaml',
    { description: 'On a node, as root:', command: '<%= config.bin %> validate kubelet.yaml --host' },
    { description: 'For a node:', command: '<%= config.bin %> validate kubelet.yaml --host -- ssh root@node-a' },
    {
      description: 'Before an upgrade:',
      command: '<%= config.bin %> validate nodes --kubernetes-version cluster,1.37',
    },
    { description: 'In CI:', command: "<%= config.bin %> validate 'nodes/**/*.yaml' -o sarif > kubelet.sarif" },
  ]
  static override args = {
    file: argument({ required: true, multiple: true, description: 'File, folder or quoted glob; - reads stdin.' }),
  }
  static override flags = {
    'kubernetes-version': kubernetesVersions,
    exclude,
    'config-dir': configDir,
    lenient: boolean({
      summary: 'Report what the kubelet only logs as warnings, not errors.',
      exclusive: ['strict'],
    }),
    ...warningFlags,
    summary: boolean({ summary: 'Print counts at the end; omit valid documents and requirements on the host.' }),
    ...hostFlags,
    output: outputFormat(reportFormats),
  }

  override async run(): Promise<void> {
    const [own, command] = splitHostCommand(this.argv)
    const { args, flags } = await this.parse(Validate, own)
    const way = wayToHost(flags, command)
    const { summary, lenient, ignore = [], output } = flags
    const strict = flags.strict === 'warnings'
    const releases = await this.#releases(flags, mergeReleases(flags['kubernetes-version']))
    const { hasErrors, validate } = await import('../../lib/offline/validate/validate.ts')
    const { factsBeside, reportIn, summaryBeside } = await import('../../lib/offline/validate/reports/report.ts')
    const inputs = await findInputs(args.file, { signal: this.signal, exclude: flags.exclude })
    using host = way && (await this.during(flags, 'reaching the host', this.#reach(way)))
    if (host?.host.hidden !== undefined) await this.sayFacts(flags, { warnings: [host.host.hidden] })
    const together = await togetherWith(flags['config-dir'], this.signal)
    const ends = output === 'sarif' || output === 'github'
    const options = { lenient, strict, ignore, releases, onHost: host, together, ends }
    const validation = await this.during(flags, 'validating', validate(inputs, options, this.limits))
    const report = reportIn(output, validation, { summary, version: this.config.version })
    if (report.kind === 'lines') this.printText(report.text)
    else this.print(report.kind === 'file' ? report.text : await serialize(report.format, report.data))
    await this.sayFacts(flags, factsBeside(validation))
    await this.sayErrors(validation.flags)
    for (const line of summary ? summaryBeside(output, validation) : []) this.progress(flags).note(line)
    if (hasErrors(validation)) this.exitWith('invalid')
  }

  async #reach(way: WayToHost) {
    const [{ examinedHost }, { describe }] = await Promise.all([
      import('../../lib/host-check/examined-host.ts'),
      import('../../lib/message/describe.ts'),
    ])
    const host = await examinedHost(way, this.limits)
    const say: HostToJudge['say'] = (fact) => {
      const { lines, hints } = describe(fact)
      return { message: lines.map(plainLine).join('\n'), remedy: hints[0] }
    }
    return { host, say, [Symbol.dispose]: () => host[Symbol.dispose]() }
  }

  async #releases(flags: ConnectionFlags, wanted?: WantedReleases): Promise<readonly Release[] | undefined> {
    if (!wanted?.cluster) return wanted?.releases
    const { releasesInCluster } = await import('../../lib/nodes/releases-in-cluster.ts')
    const { releases, warnings } = await releasesInCluster(await this.connect(flags), wanted.releases, this.limits)
    await this.sayFacts(flags, { warnings })
    return releases
  }
}
