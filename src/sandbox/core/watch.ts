import type { WatchEvent, WatchReply } from '../interface/request.ts'
import { tableOf } from './columns/table.ts'
import { type Match, matchOf } from './list.ts'
import type { Api, Target } from './model/api.ts'
import { apiVersionOf } from './model/kinds.ts'
import type { KubeObject } from './model/object.ts'
import { badRequest, expired } from './model/refusal.ts'
import type { Change } from './model/store.ts'
import type { Form } from './request/accept.ts'
import { integerOf } from './request/integer.ts'
import { isTrue } from './request/verb.ts'

const bookmarkEveryMs = 60_000
/** Without timeoutSeconds, an API server ends a watch after 30 to 60 minutes (--min-request-timeout). */
const defaultSeconds = 1800

type Send = (event: WatchEvent) => void
type Query = Readonly<Record<string, string>>

/** Watches a collection from a revision; without one, the watch begins with all existing objects. */
export function watch(api: Api, target: Target, { query, form }: { query: Query; form: Form }): WatchReply {
  const match = matchOf(target, query)
  const from = revisionOf(query['resourceVersion'])
  const seconds =
    integerOf(query['timeoutSeconds']) || defaultSeconds + Math.floor(api.chance.random() * defaultSeconds)
  return {
    kind: 'watch',
    subscribe(send, done) {
      const each =
        form === 'json' ? send : (event: WatchEvent) => send(asTable(event, { target, query, now: api.now() }))
      const due = dueEvents(api, { target, match, from })
      for (const event of due.events) each(event)
      if (due.over) {
        done()
        return () => {}
      }
      const bookmarks = isTrue(query['allowWatchBookmarks'])
      return follow(api, { target, match, from: from ?? 0, each, done, seconds, bookmarks })
    },
  }
}

/** The event with a table of one row as its object. */
function asTable(event: WatchEvent, { target, query, now }: { target: Target; query: Query; now: number }): WatchEvent {
  if (event.type === 'BOOKMARK' || event.type === 'ERROR') return event
  return { ...event, object: tableOf({ target, query }, now, event.object as object) }
}

function revisionOf(text = ''): number | undefined {
  const revision = Number(text)
  if (!Number.isInteger(revision) || revision < 0)
    throw badRequest(
      `resourceVersion: Invalid value: ${JSON.stringify(text)}: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`,
    )
  return revision === 0 ? undefined : revision
}

interface Followed {
  readonly target: Target
  readonly match: Match
}

function dueEvents(
  { store }: Api,
  { target, match, from }: Followed & { from: number | undefined },
): { events: readonly WatchEvent[]; over: boolean } {
  const { resource } = target.kind
  if (from === undefined) {
    const there = store.list(resource).filter(match)
    return { events: there.map((object) => ({ type: 'ADDED', object })), over: false }
  }
  const changes = store.changesSince(resource, from)
  if (changes !== undefined) return { events: changes.flatMap((change) => eventOf(change, match)), over: false }
  const { status } = expired(`too old resource version: ${from} (${store.revision()})`)
  return { events: [{ type: 'ERROR', object: status }], over: true }
}

/** An object that begins to match is ADDED, one that no longer matches is DELETED. */
function eventOf({ type, object, previous }: Change, match: Match): WatchEvent[] {
  const [was, is] = [previous !== undefined && match(previous), type !== 'DELETED' && match(object)]
  if (was && is) return [{ type: 'MODIFIED', object }]
  if (is) return [{ type: 'ADDED', object }]
  return was ? [{ type: 'DELETED', object: lastSeen(previous!, object) }] : []
}

const lastSeen = (previous: KubeObject, { metadata }: KubeObject): KubeObject => ({
  ...previous,
  metadata: { ...previous.metadata, resourceVersion: metadata.resourceVersion },
})

interface Follow extends Followed {
  /** Nothing older is sent: a watch from a revision that is not reached yet is silent until then. */
  readonly from: number
  readonly each: Send
  readonly done: () => void
  readonly seconds: number
  readonly bookmarks: boolean
}

function follow(api: Api, { target, match, from, each, done, seconds, bookmarks }: Follow): () => void {
  const sendBookmark = () => {
    if (api.store.revision() >= from) each(bookmark(api, target))
  }
  let cancelBookmark = () => {}
  const scheduleBookmark = () => {
    cancelBookmark = api.at(api.now() + bookmarkEveryMs, () => {
      sendBookmark()
      scheduleBookmark()
    })
  }
  const end = () => {
    stop()
    done()
  }
  const onChange = (change: Change) => {
    if (change.resource !== target.kind.resource || change.revision <= from) return
    for (const event of eventOf(change, match)) each(event)
  }
  // The API servers of a restored etcd are new processes.
  const stopListening = api.store.listen(onChange, end)
  if (bookmarks) scheduleBookmark()
  const stop = () => {
    stopListening()
    cancelBookmark()
    cancelEnd()
  }
  const cancelEnd = api.at(api.now() + seconds * 1000, () => {
    stop()
    if (bookmarks) sendBookmark()
    done()
  })
  return stop
}

const bookmark = ({ store }: Api, { kind }: Target): WatchEvent => ({
  type: 'BOOKMARK',
  object: {
    kind: kind.kind,
    apiVersion: apiVersionOf(kind),
    metadata: { resourceVersion: String(store.revision()), creationTimestamp: null },
  },
})
