import { string as argument } from '@oclif/core/args'
import { bareName } from '../../lib/cli/flags/node-selection.ts'
import { objectOutput, templateFlags } from '../../lib/cli/flags/output-format.ts'
import { watchFlags } from '../../lib/cli/flags/watch-flags.ts'
import { WatchCommand } from '../../lib/cli/shell/watch-command.ts'
import { visibleLines } from '../../lib/cli/terminal/visible.ts'
import { describeSource, sourceView } from '../../lib/fleet/source/output.ts'
import type { SourceReport } from '../../lib/fleet/source/source.ts'
import { systemClock as clock } from '../../lib/machine/clock.ts'
import type { Limits } from '../../lib/ports/limits.ts'
import { nodeNotFound } from '../../lib/sizes/resize/survey.ts'

export default class Source extends WatchCommand {
  static override summary = 'Print which kubelet configuration a node gets, why, and what became of it.'
  static override examples = [
    '<%= config.bin %> source node-a',
    '<%= config.bin %> source node-a -o jsonpath={.document.revision}',
  ]
  static override args = { node: argument({ required: true, description: 'Name of the node.' }) }
  static override flags = { output: objectOutput, ...templateFlags, ...watchFlags }

  override async run(): Promise<void> {
    const { args, flags: typed, metadata } = await this.parse(Source)
    const node = bareName(args.node)
    const isText = typed.output === 'text'
    const view = isText ? { ...sourceView, name: asText, visible: asText } : sourceView
    const flags = { ...typed, output: typed.output === 'text' ? ('name' as const) : typed.output }
    const isWatch = this.isWatch(flags)
    const cluster = await this.connect(flags)
    if (isWatch) {
      const { watchSource } = await import('../../lib/fleet/source/watch-source.ts')
      const follow = (limits: Limits) => watchSource({ cluster, clock }, node, limits)
      return this.printNews(follow, { flags, metadata, view, asList: ([only = {}]) => only, what: 'reading' })
    }
    const { sourceOf } = await import('../../lib/fleet/source/source.ts')
    const report = await this.during(flags, 'reading', sourceOf(cluster, node, this.limits))
    await this.sayFacts(flags, report)
    await this.printObject(report, view, flags)
    if (report.nodeExists === false) throw nodeNotFound(node)
  }
}

const asText = (report: SourceReport): string => visibleLines(describeSource(report)).trimEnd()
