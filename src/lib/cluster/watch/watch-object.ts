import type { Limits } from '../../ports/limits.ts'
import type { Rest } from '../http/rest.ts'
import { listAndWatch, type Watched } from './list-and-watch.ts'

interface One<T, Small> extends Omit<Watched<T, Small>, 'fieldSelector' | 'labelSelector' | 'resumes'> {
  readonly name: string
}

/**
 * Yields the state of one object, undefined while it does not exist: first as it is, then after each change and each
 * fresh read. Of changes that arrive together, only the last is yielded. Reading one object costs no more than opening
 * a watch, so each watch begins with a read. Retries, fails and ends as listAndWatch does.
 */
export async function* watchObject<T, Small>(
  rest: Rest,
  { name, ...watched }: One<T, Small>,
  limits: Limits,
): AsyncGenerator<Small | undefined> {
  const fieldSelector = `metadata.name=${name}`
  for await (const batch of listAndWatch(rest, { ...watched, fieldSelector, resumes: false }, limits)) {
    const last = batch.kind === 'events' ? batch.events.at(-1) : undefined
    if (last === undefined) yield batch.kind === 'list' ? batch.items[0] : undefined
    else yield last.type === 'DELETED' ? undefined : last.object
  }
}
