import { selectSomeNodes } from '../../lib/cli/flags/node-selection.ts'
import { ResizeCommand, resizeArgs, resizeFlags } from '../resize-command.ts'

export default class Reset extends ResizeCommand {
  static override summary = 'Give nodes their full size back.'
  static override description =
    'The balloon shrinks to its floor of 1m cpu and 16Mi memory; the same as set --cpu max --memory max.'
  static override examples = ['<%= config.bin %> reset node-a node-b', '<%= config.bin %> reset -l pool=batch']
  static override args = resizeArgs
  static override flags = resizeFlags

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Reset)
    const size = { cpu: { kind: 'max' }, memory: { kind: 'max' } } as const
    await this.resize(flags, { ...selectSomeNodes(args.node, flags.selector), size })
  }
}
