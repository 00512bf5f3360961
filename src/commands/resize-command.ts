import { string as argument } from '@oclif/core/args'
import type { ConnectionFlags } from '../lib/cli/flags/connection-flags.ts'
import { dryRun, outputFormat, selector } from '../lib/cli/flags/flags.ts'
import { kubeletTimeout } from '../lib/cli/flags/size-flags.ts'
import type { DataFormat } from '../lib/cli/output/serialize.ts'
import { ClusterCommand } from '../lib/cli/shell/cluster-command.ts'
import { type ResizeRequest, resizeNodes } from '../lib/flows/sizes/resize-nodes.ts'
import { systemClock as clock } from '../lib/host/clock.ts'
import type { DryRunMode } from '../lib/ports/limits.ts'
import { changeData, changedLine } from '../lib/render/sizes.ts'

export const resizeArgs = { node: argument({ description: 'Name of a node.', multiple: true }) }
export const resizeFlags = {
  selector,
  timeout: kubeletTimeout,
  'dry-run': dryRun,
  output: outputFormat(['text', 'json', 'yaml']),
}

interface ResizeFlags extends ConnectionFlags {
  readonly timeout: number
  readonly 'dry-run': DryRunMode
  readonly output: 'text' | DataFormat
}

/**
 * What set and reset share: everything but the size. There is no confirmation: a resize does no harm and can be undone.
 */
export abstract class ResizeCommand extends ClusterCommand {
  protected async resize(flags: ResizeFlags, wanted: Pick<ResizeRequest, 'nodes' | 'size'>): Promise<void> {
    const mode = flags['dry-run']
    const cluster = await this.connect(flags)
    const request = { ...wanted, timeoutMs: flags.timeout, dryRun: mode }
    const resizing = resizeNodes({ cluster, clock }, request, this.limits)
    const items = await this.during(flags, 'waiting for the kubelets', resizing)
    const changes = items.flatMap(({ outcome }) => outcome.value ?? [])
    await this.sayFacts(flags, {
      notes: changes.flatMap(({ notes }) => notes),
      warnings: changes.flatMap(({ warnings }) => warnings),
    })
    await this.printResult(flags.output, {
      kind: 'ResizeReport',
      data: { dryRun: mode, items: items.map(({ node, outcome }) => changeData(node, outcome)) },
      text: () => changes.map((change) => changedLine(change, mode)).join(''),
    })
    await this.finishWith(items.map(({ outcome }) => outcome.failure))
  }
}
