import { selectSomeNodes } from '../../lib/cli/flags/node-selection.ts'
import { cpuSize, memorySize, wantedSize } from '../../lib/cli/flags/size-flags.ts'
import { ResizeCommand, resizeArgs, resizeFlags } from '../resize-command.ts'

export default class SetSize extends ResizeCommand {
  static override summary = 'Give nodes a size.'
  static override description =
    'The size is what the node shall have for everybody: its balloon takes the rest of allocatable. A resource not named stays as it is. Running pods are never disturbed: what does not fit fails, and is taken back.'
  static override examples = [
    { description: 'Four cores, whatever the machine has:', command: '<%= config.bin %> set node-a --cpu 4' },
    {
      description: 'Half of the memory, two cores less than now:',
      command: '<%= config.bin %> set node-a --memory 50% --cpu -2',
    },
    { description: 'All nodes of a pool:', command: '<%= config.bin %> set -l pool=batch --cpu 4 --memory 16Gi' },
  ]
  static override args = resizeArgs
  static override flags = { cpu: cpuSize, memory: memorySize, ...resizeFlags }

  override async run(): Promise<void> {
    const { args, flags } = await this.parse(SetSize)
    const size = wantedSize(flags)
    await this.resize(flags, { ...selectSomeNodes(args.node, flags.selector), size })
  }
}
