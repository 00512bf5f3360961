import { custom } from '@oclif/core/args'
import { BaseCommand } from '../lib/cli/shell/base-command.ts'
import { type Shell, shells } from '../lib/completion/shells.ts'

/** The same command in both programs. */
export abstract class CompletionCommand extends BaseCommand {
  static override summary = 'Print the completion script for bash, zsh or fish.'
  static override description = [
    'The script completes commands, flags and values: nodes, namespaces, contexts, releases, fields, gates, rules and files.',
    'Add the line for your shell to its start-up file, then start a new shell.',
    'As a kubectl plugin, it needs no script: the completion of kubectl runs kubectl_complete-<%= config.name %> from PATH.',
    'See docs/completion.md.',
  ].join('\n')
  static override examples = [
    { description: 'bash, in ~/.bashrc:', command: 'source <(<%= config.bin %> completion bash)' },
    { description: 'zsh, in ~/.zshrc, after compinit:', command: 'source <(<%= config.bin %> completion zsh)' },
    {
      description: 'fish, in ~/.config/fish/config.fish:',
      command: '<%= config.bin %> completion fish | source',
    },
  ]
  static override args = {
    shell: custom<Shell>({ parse: async (text) => shells.find((shell) => shell === text)! })({
      required: true,
      options: [...shells],
      ignoreStdin: true,
      description: 'Name of the shell.',
    }),
  }

  override async run(): Promise<void> {
    const { args } = await this.parse({ args: CompletionCommand.args, flags: {}, baseFlags: BaseCommand.baseFlags })
    const { completionScripts } = await import('../lib/completion/scripts/scripts.ts')
    this.print(completionScripts[args.shell](this.config.name))
  }
}
