import type { Fact } from '../../message/fact.ts'
import type { BadDocument, Config } from '../model/config.ts'
import type { Journal } from './journal.ts'

/** The oldest are forgotten: a hostile writer must not fill the journal. */
const mostRemembered = 100

/** What is remembered of a configuration: its meaning, or that it was the node's own files. */
export const digestOf = (config: Config): string => (config.source === 'local' ? 'local' : config.digest)

/** Whether this kubelet was rolled back from it before. */
export const badEntry = ({ bad, kubeletVersion }: Journal, config: Config): BadDocument | undefined =>
  bad.find((one) => one.digest === digestOf(config) && one.kubeletVersion === kubeletVersion)

export function withBad(journal: Journal, config: Config, because: Fact, at: number): Journal {
  const entry: BadDocument = { digest: digestOf(config), kubeletVersion: journal.kubeletVersion ?? '', because, at }
  const others = journal.bad.filter(({ digest }) => digest !== entry.digest)
  return { ...journal, bad: [...others, entry].slice(-mostRemembered) }
}

/** Without one digest, or without all. */
export const forgetting = (journal: Journal, digest: string | undefined): Journal => ({
  ...journal,
  bad: digest === undefined ? [] : journal.bad.filter((one) => one.digest !== digest),
  postponed: digest === undefined || journal.postponed?.digest === digest ? undefined : journal.postponed,
})

/** The annotation has a digest or `all`, and after an `@` anything that makes the same request a new one. */
export function forgettingAsAnnotated(journal: Journal, annotation: string | undefined): Journal {
  if (annotation === journal.forgotten) return journal
  const request = annotation?.split('@')[0]?.trim() ?? ''
  const done = request === '' ? journal : forgetting(journal, request === 'all' ? undefined : request)
  return { ...done, forgotten: annotation }
}
