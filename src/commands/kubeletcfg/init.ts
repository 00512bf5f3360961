import { string as argument } from '@oclif/core/args'
import { boolean, option } from '@oclif/core/flags'
import { optionalRelease } from '../../lib/cli/flags/release-flags.ts'
import { inputName } from '../../lib/cli/input/input.ts'
import { BaseCommand } from '../../lib/cli/shell/base-command.ts'
import { canChoose, choose } from '../../lib/cli/terminal/choose.ts'
import { usage } from '../../lib/cli/usage/usage.ts'
import { releases } from '../../lib/kubelet/model/releases.ts'
import { profileNames, profiles } from '../../lib/kubelet/reference/starter/profiles.ts'
import { checkCreatable, createFile } from '../../lib/machine/create-file.ts'

export default class Init extends BaseCommand {
  static override summary = 'Write a small, commented kubelet configuration to start from.'
  static override description = [
    'Asks for the release and the kind of node, unless they are given as flags.',
    'Each field has a comment with the reason for it and the default that it replaces.',
    'Overwrites an existing file only with --force.',
    'See docs/init.md.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> init',
    {
      description: 'Without questions:',
      command: '<%= config.bin %> init nodes/small-pods.yaml --kubernetes-version 1.36 --profile many-pods',
    },
    {
      description: 'To stdout:',
      command: '<%= config.bin %> init - --kubernetes-version 1.36 --profile edge',
    },
  ]
  static override args = {
    file: argument({ description: 'File to write; - writes to stdout.', default: 'kubelet.yaml' }),
  }
  static override flags = {
    force: boolean({ summary: 'Overwrite the file if it exists.' }),
    'kubernetes-version': optionalRelease('Kubelet release, for example 1.36.'),
    profile: option({ options: profileNames, summary: 'Kind of node.' })(),
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Init)
    const { file } = args
    const toStdout = inputName(file) !== file
    this.#refuseUnanswerable(flags)
    if (!toStdout) await checkCreatable(file, { overwrite: flags.force })
    const release = flags['kubernetes-version'] ?? (await this.#release())
    const profile = flags.profile ?? (await this.#profile())
    const { starterDocument } = await import('../../lib/kubelet/reference/starter/starter-document.ts')
    const text = starterDocument(release, profile)
    if (toStdout) return this.print(text)
    await createFile(file, text, { overwrite: flags.force })
    this.progress(flags).note(`created ${file} for kubelet ${release}`)
  }

  #refuseUnanswerable(flags: { 'kubernetes-version'?: unknown; profile?: unknown }): void {
    const missing = [
      ...(flags['kubernetes-version'] === undefined ? ['--kubernetes-version 1.NN'] : []),
      ...(flags.profile === undefined ? [`--profile ${profileNames.join('|')}`] : []),
    ]
    if (missing.length > 0 && !canChoose())
      throw usage('NoTerminal', 'there is no terminal to ask for the missing values', `add ${missing.join(' and ')}`)
  }

  #release() {
    const choices = releases.toReversed().map((value) => ({ name: value, value }))
    return choose({ question: 'Kubelet release', choices, signal: this.signal })
  }

  #profile() {
    const choices = profileNames.map((value) => ({ name: `${profiles[value].title} (${value})`, value }))
    return choose({ question: 'Kind of node', choices, signal: this.signal })
  }
}
