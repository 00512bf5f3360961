import { selectSomeNodes } from '../../lib/cli/flags/node-selection.ts'
import { fullSize } from '../../lib/sizes/model/size.ts'
import { manyFlags, ResizeCommand, resizeArgs, resizeFlags } from '../resize-command.ts'

export default class Reset extends ResizeCommand {
  static override summary = 'Return nodes to their full size.'
  static override description =
    'The same as set --cpu max --memory max: the balloon keeps its floor of 1m cpu and 16Mi memory.'
  static override examples = [
    '<%= config.bin %> reset node-a node-b',
    '<%= config.bin %> reset -l pool=batch',
    '<%= config.bin %> reset --all',
  ]
  static override args = resizeArgs
  static override flags = { ...manyFlags, ...resizeFlags }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Reset)
    await this.resize(flags, { nodes: selectSomeNodes(args.node, flags), size: fullSize })
  }
}
