import type { News } from '../../cluster/follow.ts'
import type { View } from '../../output/view.ts'
import type { Limits } from '../../ports/limits.ts'
import { usage } from '../usage/usage.ts'
import { ClusterCommand } from './cluster-command.ts'
import type { AsList } from './listing.ts'
import type { WatchFlags } from './watch-printer.ts'

/** What oclif knows of the flags of a command line. */
interface Metadata {
  readonly flags: Readonly<Record<string, { readonly setFromDefault?: boolean } | undefined>>
}

export interface WatchOptions<Row> {
  readonly flags: WatchFlags & { readonly quiet: boolean; readonly 'request-timeout': number }
  readonly metadata: Metadata
  /** Perhaps made for the rows that come first. */
  readonly view: View<Row> | ((first: readonly Row[]) => View<Row>)
  readonly asList?: AsList
  /** What is being read at first. */
  readonly what: string
}

/** A command that prints a list and, with --watch, what changes in it. */
export abstract class WatchCommand extends ClusterCommand {
  /** Throws Failure 'usage' for flags of a watch without a watch. */
  protected isWatch(flags: WatchFlags): boolean {
    const isWatch = flags.watch || flags['watch-only']
    if (flags['output-watch-events'] && !isWatch)
      throw usage('WatchMissing', '--output-watch-events requires a watch', 'add --watch or --watch-only')
    return isWatch
  }

  /**
   * Prints the news as they come, until Ctrl-C. As in kubectl, a --request-timeout ends a watch that long after the list;
   * our default one does not.
   */
  protected async printNews<Row>(
    follow: (limits: Limits) => AsyncIterable<News<Row>>,
    { flags, metadata, view, asList, what }: WatchOptions<Row>,
  ): Promise<void> {
    const { WatchPrinter } = await import('./watch-printer.ts')
    let printer: InstanceType<typeof WatchPrinter<Row>> | undefined
    const progress = this.progress(flags)
    if (flags['sort-by'] !== undefined) progress.warning('--sort-by sorts the list, not the changes')
    const end = new AbortController()
    const isLimited = metadata.flags['request-timeout']?.setFromDefault !== true
    const said = new Set<string>()
    progress.doing(what)
    let timer: NodeJS.Timeout | undefined
    for await (const news of follow({ signal: AbortSignal.any([this.signal, end.signal]) })) {
      progress.done()
      if (isLimited && Number.isFinite(flags['request-timeout']))
        timer ??= setTimeout(() => end.abort(), flags['request-timeout'])
      await this.#sayNews(flags, news, said)
      if (news.notice !== undefined) continue
      printer ??= new WatchPrinter({
        view: typeof view === 'function' ? view(news.events.map(({ row }) => row)) : view,
        ...{ flags, asList, surface: this.output.surface },
      })
      this.output.listed(await printer.text(news), printer)
    }
    clearTimeout(timer)
    progress.done()
    if (this.signal.aborted) this.exitWith('interrupted')
  }

  /** Warnings are printed once, notices each time. */
  async #sayNews(
    flags: { quiet: boolean },
    { notice, warnings }: Pick<News<unknown>, 'notice' | 'warnings'>,
    said: Set<string>,
  ): Promise<void> {
    if (notice !== undefined) await this.sayNotice(flags, notice)
    await this.sayFacts(flags, { warnings: warnings.filter((fact) => isNew(said, JSON.stringify(fact))) })
  }
}

function isNew(known: Set<string>, text: string): boolean {
  const before = known.size
  return known.add(text).size > before
}
