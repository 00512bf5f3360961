import { string as argument } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import type { ConnectionFlags } from '../../lib/cli/flags/connection-flags.ts'
import { exclude, outputFormat } from '../../lib/cli/flags/flags.ts'
import { kubernetesVersions, together, type WantedReleases } from '../../lib/cli/flags/release-flags.ts'
import { findInputs } from '../../lib/cli/input/input-files.ts'
import { serialize } from '../../lib/cli/output/serialize.ts'
import { ClusterCommand } from '../../lib/cli/shell/cluster-command.ts'
import type { Release } from '../../lib/kubelet/model/releases.ts'
import { reportFormats } from '../../lib/render/reports/formats.ts'

export default class Validate extends ClusterCommand {
  static override summary = 'Say what a kubelet would say to a configuration, without one.'
  static override description =
    `Reads, decodes, defaults and checks it as the kubelet of that release (1.28 to 1.37) does until it runs, and adds what the kubelet only logs: unknown, duplicate and wrongly-cased fields. Needs no cluster.

Of folders, the *.yaml, *.yml, *.json and *.conf files below count that hold a KubeletConfiguration, and a warning names those that are broken or lack its header; names that start with a dot do not count. A kubelet reads the first YAML document of its file, and so that one is judged, and a finding says where the ignored rest begins. A file that is for somebody else is taken apart instead: beside objects of other kinds, as in a file for kubeadm, each KubeletConfiguration is judged, and of a ConfigMap what its key kubelet holds, and what says kind: KubeletConfiguration below another key, in a List of them as well; lines and columns are always those of the file. A file for kubeadm is judged for the release that its kubernetesVersion names, unless --kubernetes-version is given. Documents count from 0, and so do items of such a List, and texts of a ConfigMap.

Exits 0 when there is no error, 3 when there is one. What cannot be read is an error (READ-FILE), and does not keep the other files from being judged. What depends on the host is information only, and comes last. In JSON, \`valid\` is the kubelet's own verdict: it starts on a document whose errors are not fatal, and ignores a part of it.`
  static override examples = [
    '<%= config.bin %> validate kubelet.yaml',
    {
      description: 'Before an upgrade:',
      command: '<%= config.bin %> validate nodes --kubernetes-version cluster,1.37',
    },
    { description: 'In CI:', command: "<%= config.bin %> validate 'nodes/**/*.yaml' -o sarif > kubelet.sarif" },
    {
      description: 'What a kubelet runs on now; old ones leave the header out:',
      command:
        'kubectl get --raw /api/v1/nodes/node-a/proxy/configz | jq \'.kubeletconfig + {apiVersion: "kubelet.config.k8s.io/v1beta1", kind: "KubeletConfiguration"}\' | <%= config.bin %> validate -',
    },
  ]
  static override args = {
    file: argument({ required: true, multiple: true, description: 'File, folder or quoted glob; - reads stdin.' }),
  }
  static override flags = {
    'kubernetes-version': kubernetesVersions,
    exclude,
    lenient: boolean({ summary: 'What the kubelet only logs is a warning, not an error.' }),
    summary: boolean({ summary: 'Count at the end, instead of a line for what is valid or depends on the host.' }),
    output: outputFormat(reportFormats),
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Validate)
    const { summary, lenient, output } = flags
    const options = { lenient, releases: await this.#releases(flags, together(flags['kubernetes-version'])) }
    const { hasErrors, validate } = await import('../../lib/flows/files/validate.ts')
    const { factsBeside, reportIn, summaryBeside } = await import('../../lib/render/reports/report.ts')
    const inputs = await findInputs(args.file, { signal: this.signal, exclude: flags.exclude })
    const validation = await this.during(flags, 'validating', validate(inputs, options, this.limits))
    const report = reportIn(output, validation, { summary, version: this.config.version })
    if (report.kind === 'lines') this.printText(report.text)
    else this.print(report.kind === 'file' ? report.text : await serialize(report.format, report.data))
    this.sayFacts(flags, factsBeside(validation))
    for (const line of summary ? summaryBeside(output, validation) : []) this.progress(flags).note(line)
    if (hasErrors(validation)) this.exitWith('invalid')
  }

  async #releases(flags: ConnectionFlags, wanted?: WantedReleases): Promise<readonly Release[] | undefined> {
    if (!wanted?.cluster) return wanted?.releases
    const { releasesInCluster } = await import('../../lib/flows/releases-in-cluster.ts')
    const { releases, warnings } = await releasesInCluster(await this.connect(flags), wanted.releases, this.limits)
    this.sayFacts(flags, { warnings })
    return releases
  }
}
