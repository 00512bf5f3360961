import { selectSomeNodes } from '../../lib/cli/flags/node-selection.ts'
import { ResizeCommand, resizeArgs, resizeFlags } from '../resize-command.ts'

export default class Cancel extends ResizeCommand {
  static override summary = 'Cancel resizes that are pending.'
  static override description =
    `Until the kubelet grants it, a resize that makes a node smaller already keeps pods away from the room that it claims.
set reverts it by itself; cancel is for one that was left: its command was killed, or another client sent it.
Takes the balloon back to what the kubelet has granted, and uncordons a node that a killed command left cordoned.
Nodes without such a resize stay as they are; so does a resize that makes a node larger: it can only be late.`
  static override examples = [
    '<%= config.bin %> cancel node-a',
    { description: 'All nodes, from a script:', command: '<%= config.bin %> cancel --all --yes' },
  ]
  static override args = resizeArgs
  static override flags = resizeFlags

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(Cancel)
    await this.resize(flags, { nodes: selectSomeNodes(args.node, flags), size: 'granted' })
  }
}
