import { string as argument } from '@oclif/core/args'
import { selector } from '../../lib/cli/flags/flags.ts'
import { onlyNode, selectSomeByName } from '../../lib/cli/flags/node-selection.ts'
import { objectOutput, templateFlags } from '../../lib/cli/flags/output-format.ts'
import { watchFlags } from '../../lib/cli/flags/watch-flags.ts'
import { WatchCommand } from '../../lib/cli/shell/watch-command.ts'
import { visibleLines } from '../../lib/cli/terminal/visible.ts'
import type { News } from '../../lib/cluster/follow.ts'
import { warningsOfAll } from '../../lib/fleet/change/warnings-of-all.ts'
import { describeSource, sourceListView, sourceView } from '../../lib/fleet/source/output.ts'
import type { SourceReport } from '../../lib/fleet/source/source.ts'
import { systemClock as clock } from '../../lib/machine/clock.ts'
import type { View } from '../../lib/output/view.ts'
import type { Limits } from '../../lib/ports/limits.ts'
import { nodesNotFound } from '../../lib/sizes/resize/survey.ts'

export default class Source extends WatchCommand {
  static override summary = 'Print which kubelet configuration a node gets, why, and what became of it.'
  static override examples = [
    '<%= config.bin %> source node-a',
    '<%= config.bin %> source node-a -o jsonpath={.document.revision}',
    '<%= config.bin %> source node-a node-b',
    '<%= config.bin %> source -l pool=batch -o custom-columns=NODE:.node,SOURCE:.source,REVISION:.document.revision',
  ]
  static override args = { node: argument({ description: 'Name of a node.', multiple: true }) }
  static override flags = { selector, output: objectOutput, ...templateFlags, ...watchFlags }

  override async run(): Promise<void> {
    const { args, flags: typed, metadata } = await this.parse(Source)
    const nodes = selectSomeByName(args.node, typed.selector)
    const node = onlyNode(nodes)
    const isText = typed.output === 'text'
    const ofData = node === undefined ? sourceListView : sourceView
    const view = isText ? asText(ofData) : ofData
    const flags = { ...typed, output: typed.output === 'text' ? ('name' as const) : typed.output }
    const isWatch = this.isWatch(flags)
    const cluster = await this.connect(flags)
    const asList = node === undefined ? undefined : asOne
    if (isWatch) {
      const { watchSource, watchSources } = await import('../../lib/fleet/source/watch-source.ts')
      const world = { cluster, clock }
      const follow = (limits: Limits) =>
        node === undefined ? watchSources(world, nodes, limits) : watchSource(world, node, limits)
      const news = isText ? (limits: Limits) => withoutDeleted(follow(limits)) : follow
      return this.printNews(news, { flags, metadata, view, ...(asList && { asList }), what: 'reading' })
    }
    const { sourceOf, sourcesOf } = await import('../../lib/fleet/source/source.ts')
    const reading =
      node === undefined
        ? sourcesOf(cluster, nodes, this.limits)
        : sourceOf(cluster, node, this.limits).then((report) => [report])
    const reports = await this.during(flags, 'reading', reading)
    await this.sayFacts(flags, { warnings: warningsOfAll(reports) })
    await this.printRows(reports, view, { flags, asList })
    const missing = nodesNotFound(reports.filter(({ nodeExists }) => nodeExists === false).map((report) => report.node))
    if (missing !== undefined) throw missing
  }
}

const asOne = ([only = {}]: readonly object[]): object => only

/** Each text in place of a name; of several, an empty line between them. */
function asText(view: View<SourceReport>): View<SourceReport> {
  const text = (report: SourceReport): string => visibleLines(describeSource(report)).trimEnd()
  let printed = 0
  return {
    ...view,
    name: (report) => `${printed++ > 0 && view.kind === 'SourceList' ? '\n' : ''}${text(report)}`,
    visible: text,
  }
}

/** A text cannot say that its node no longer has the labels. */
async function* withoutDeleted<Row>(all: AsyncIterable<News<Row>>): AsyncGenerator<News<Row>> {
  for await (const news of all) yield { ...news, events: news.events.filter(({ type }) => type !== 'DELETED') }
}
