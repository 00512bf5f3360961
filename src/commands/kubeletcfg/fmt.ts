import { string as argument } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import { exclude } from '../../lib/cli/flags/flags.ts'
import { findInputs } from '../../lib/cli/input/input-files.ts'
import { underOneName } from '../../lib/cli/input/one-name.ts'
import { BaseCommand } from '../../lib/cli/shell/base-command.ts'
import { usage } from '../../lib/cli/usage/usage.ts'
import { replaceFiles } from '../../lib/machine/replace-file.ts'
import type { Formatting } from '../../lib/offline/fmt/fmt.ts'
import { passedOverFacts } from '../../lib/offline/read/select-documents.ts'

export default class Fmt extends BaseCommand {
  static override summary = 'Format a configuration, and keep its comments.'
  static override description = [
    'Without --write, prints one file to stdout. --check prints the names of the files that would change, and exits 3.',
    'Fields are put in the order of the kubelet; aliases and merge keys are expanded. JSON stays JSON.',
    'Never changes the meaning: a file that cannot be formatted safely is refused.',
    'Other documents in a file are kept. In a folder, formats the files that validate would validate.',
    'See docs/fmt.md.',
  ].join('\n')
  static override examples = [
    '<%= config.bin %> fmt kubelet.yaml',
    '<%= config.bin %> fmt --write nodes/',
    { description: 'For a CI pipeline:', command: '<%= config.bin %> fmt --check nodes/' },
  ]
  static override args = {
    file: argument({ required: true, multiple: true, description: 'File, folder or quoted glob; - reads stdin.' }),
  }
  static override flags = {
    check: boolean({ summary: 'Print the names of the files that would change.', exclusive: ['write'] }),
    exclude,
    write: boolean({ char: 'w', summary: 'Change the files.' }),
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Fmt)
    if (flags.write && args.file.includes('-'))
      throw usage('StdinNotWritable', 'stdin cannot be changed in place', 'omit --write')
    const inputs = await underOneName(await findInputs(args.file, { signal: this.signal, exclude: flags.exclude }))
    const { formatFiles } = await import('../../lib/offline/fmt/fmt.ts')
    const formatting = await this.during(flags, 'formatting', formatFiles(inputs, { signal: this.signal }))
    const { files, attempted, problems, passedOver } = formatting
    const differing = files.filter(({ differs }) => differs)
    const unwritten = flags.write ? await replaceFiles(differing) : []
    if (flags.check) this.printText(differing.map(({ file }) => `${file}\n`).join(''))
    else if (!flags.write) this.#show(formatting)
    await this.sayFacts(flags, passedOverFacts(passedOver))
    if (flags.write) this.progress(flags).note(`changed ${differing.length - unwritten.length} of ${attempted} files`)
    await this.finishWith([...problems, ...unwritten])
    if (flags.check && differing.length > 0) this.exitWith('invalid')
  }

  #show({ files, problems }: Formatting): void {
    if (files.length + problems.length > 1)
      throw usage('SeveralFiles', 'only one file can be printed', 'add --write or --check')
    this.print(files[0]?.after ?? '')
  }
}
