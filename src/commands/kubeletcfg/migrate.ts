import { string as argument } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import { name, outputFormat } from '../../lib/cli/flags/flags.ts'
import { kubernetesVersionOfFile } from '../../lib/cli/flags/release-flags.ts'
import { configurationFile, kubeletFiles, splitAtDashes } from '../../lib/cli/input/kubelet-files.ts'
import { exactJson } from '../../lib/cli/output/document-yaml.ts'
import { serialize } from '../../lib/cli/output/serialize.ts'
import { BaseCommand } from '../../lib/cli/shell/base-command.ts'
import { outputVersion } from '../../lib/names.ts'
import { releaseFacts } from '../../lib/offline/change/release-messages.ts'
import { describeMigration, describeShadows, migrationData, shadowData } from '../../lib/offline/migrate/output.ts'

export default class Migrate extends BaseCommand {
  static override summary = 'Turn the flags of a kubelet into a configuration.'
  static override description = [
    'Reads systemd units, environment files, /proc/PID/cmdline, the output of ps, kubeadm files, or flags after --.',
    'Prints the document, and on stderr the flags to keep and what else to do.',
    '--base adds the values to the configuration of a file. Flags win over the file, as they do in the kubelet.',
    '--check compares flags and file instead, and exits 3 when a flag overrides the file.',
    'See docs/migrate.md.',
  ].join('\n')
  static override usage =
    'migrate [FILE...] [--base FILE] [--check] [--kubernetes-version 1.NN] [-o FORMAT] [-- FLAG...]'
  static override examples = [
    {
      description: 'A node set up by kubeadm:',
      command:
        '<%= config.bin %> migrate /usr/lib/systemd/system/kubelet.service /usr/lib/systemd/system/kubelet.service.d/10-kubeadm.conf /var/lib/kubelet/kubeadm-flags.env --base /var/lib/kubelet/config.yaml',
    },
    {
      description: 'Which flags override the KubeletConfiguration of the same file:',
      command: '<%= config.bin %> migrate --check kubeadm.yaml',
    },
    { description: 'The running kubelet:', command: 'ps -C kubelet -o args= | <%= config.bin %> migrate --check -' },
    '<%= config.bin %> migrate -- --max-pods=50 "--eviction-hard=memory.available<200Mi"',
  ]
  static override args = {
    file: argument({ multiple: true, description: 'Files that start the kubelet; - reads stdin.' }),
  }
  static override flags = {
    base: name({
      summary: 'Configuration file of the kubelet, to add the values to or to compare with.',
      helpValue: 'FILE',
    }),
    check: boolean({
      summary: 'Report which flags override the file: that of --base, in a kubeadm file, or of the flag --config.',
    }),
    'kubernetes-version': kubernetesVersionOfFile,
    output: outputFormat(['text', 'json', 'yaml']),
  }

  override async run(): Promise<void> {
    const [own, typed] = splitAtDashes(this.argv)
    const { args, flags } = await this.parse(Migrate, own)
    const files = await kubeletFiles(args.file ?? [], typed, this.signal)
    const { configOf, startByFiles, startByFlags } = await import('../../lib/offline/effective/kubelet-start.ts')
    const start = typed === undefined ? await startByFiles(files) : startByFlags(typed)
    const { 'kubernetes-version': release, check, output, base } = flags
    const isElsewhere = base !== undefined || (check && start.configuration === undefined)
    const input = isElsewhere ? await configurationFile(base, () => configOf(start), this.signal) : start.configuration
    const { checkFlags, hasErrors, migrateFlags, refusalsOf } = await import('../../lib/offline/migrate/migrate.ts')
    if (check && input !== undefined) {
      const report = await checkFlags(start, release, input)
      await this.sayFacts(flags, releaseFacts(report))
      const text = () => describeShadows(report)
      await this.printResult(output, { kind: 'FlagReport', data: shadowData(report), text })
      if (hasErrors(report)) this.exitWith('invalid')
      return
    }
    const report = await migrateFlags(start, release, input)
    await this.sayFacts(flags, releaseFacts(report))
    const data = { apiVersion: outputVersion, kind: 'Migration', ...migrationData(report) }
    const beside = output === 'text' ? describeMigration(report) : ''
    if (beside !== '') this.progress(flags).note(beside)
    this.print(output === 'text' ? report.text : output === 'json' ? exactJson(data) : await serialize('yaml', data))
    await this.finishWith(refusalsOf(report))
  }
}
