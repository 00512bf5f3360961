import { selectSomeNodes } from '../../lib/cli/flags/node-selection.ts'
import {
  cpuSize,
  hold,
  memorySize,
  shrinkTimeout,
  shrinkTimeoutMs,
  sizeMessage,
  targetSize,
} from '../../lib/cli/flags/size-flags.ts'
import { manyFlags, ResizeCommand, resizeArgs, resizeFlags, shrinkFlags } from '../resize-command.ts'

export default class SetSize extends ResizeCommand {
  static override summary = 'Resize nodes.'
  static override description =
    `The size is what pods other than the balloon can request: the balloon takes the rest of allocatable.
A resource without a flag stays as it is. --cpu 8 of 8 leaves the balloon its floor of 1m cpu and 16Mi memory.
A node that becomes smaller is cordoned until the kubelet has answered, if you may patch nodes.
A resize that does not fit beside running pods, or is not confirmed in time, is reverted, at most 25s after --timeout.`
  static override examples = [
    '<%= config.bin %> set node-a --cpu 4',
    {
      description: 'Half of the memory, two cores less than now:',
      command: '<%= config.bin %> set node-a --memory 50% --cpu -2',
    },
    '<%= config.bin %> set -l pool=batch --cpu 4 --memory 16Gi',
    { description: 'As soon as pods have gone:', command: '<%= config.bin %> set node-a --cpu 2 --if-full=wait' },
    '<%= config.bin %> set --all --cpu 75% --yes',
  ]
  static override args = resizeArgs
  static override flags = {
    cpu: cpuSize,
    memory: memorySize,
    hold,
    message: sizeMessage,
    ...shrinkFlags,
    ...manyFlags,
    ...resizeFlags,
    timeout: shrinkTimeout,
  }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(SetSize)
    const nodes = selectSomeNodes(args.node, flags)
    const timeout = shrinkTimeoutMs({ timeout: flags.timeout, ifFull: flags['if-full'] })
    await this.resize({ ...flags, timeout }, { nodes, size: targetSize(flags, args.node), hold: flags.hold })
  }
}
