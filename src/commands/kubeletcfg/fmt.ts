import { string as argument } from '@oclif/core/args'
import { boolean } from '@oclif/core/flags'
import { BaseCommand } from '../../lib/cli/base-command.ts'
import { findInputs } from '../../lib/cli/input-files.ts'
import { replaceFile } from '../../lib/cli/replace-file.ts'
import { Failure } from '../../lib/errors.ts'
import type { FormattedFile } from '../../lib/flows/fmt.ts'

export default class Fmt extends BaseCommand {
  static override summary = 'Write a configuration in its canonical form, comments kept.'
  static override description =
    'apiVersion and kind first, then fields in the order of the kubelet; blocks indented by two blanks; booleans and numbers as every YAML reader takes them (yes is true, 0x10 is 16), quotes where they are needed; aliases and merge keys written out. JSON stays JSON. Durations, quantities and comments stay as they are. What it means never changes: that is checked, and refused otherwise. Of a file with several documents, each KubeletConfiguration is formatted, in a ConfigMap what its key kubelet holds, and all else is kept.\n\nWithout --write, one file is printed to stdout. With --check nothing is written, and it exits 3 when a file would change. When one file cannot be read, none is written.'
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
    write: boolean({ char: 'w', summary: 'Change the files.' }),
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Fmt)
    if (flags.write && args.file.includes('-')) throw new Failure('usage', 'stdin cannot be changed: leave --write out')
    const inputs = await findInputs(args.file, this.signal)
    const { formatFiles } = await import('../../lib/flows/fmt.ts')
    const files = await this.during(flags, 'formatting', formatFiles(inputs, { signal: this.signal }))
    const changed = files.filter(({ differs }) => differs)
    if (flags.check) return this.#check(changed)
    if (!flags.write) return this.#show(files)
    for (const { file, before, after } of changed) await replaceFile(file, { before, after })
    this.progress(flags).note(`changed ${changed.length} of ${files.length} files`)
  }

  #check(changed: readonly FormattedFile[]): void {
    this.printText(changed.map(({ file }) => `${file}\n`).join(''))
    if (changed.length > 0) this.exitWith('invalid')
  }

  #show([file, ...others]: readonly FormattedFile[]): void {
    if (others.length > 0) throw new Failure('usage', 'several files', { suggestions: ['add --write or --check'] })
    this.print(file?.after ?? '')
  }
}
