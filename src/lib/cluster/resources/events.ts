import type { EventBody } from '../../api/event.ts'
import { collectionPath } from '../../api/kinds.ts'
import { isAbsent } from '../http/refusal.ts'
import { bodyOrThrow, type Rest } from '../http/rest.ts'
import type { Events } from '../ports/events.ts'

const kind = { apiVersion: 'v1', kind: 'Event' } as const
const pathIn = ({ namespace }: EventBody['metadata']): string => collectionPath({ ...kind, namespace })

export function eventsOver(rest: Rest): Events {
  return {
    async create(event, limits) {
      await rest.call({ method: 'POST', path: pathIn(event.metadata), body: { ...kind, ...event } }, limits)
    },
    async repeat({ metadata }, series, limits) {
      const path = `${pathIn(metadata)}/${encodeURIComponent(metadata.name)}`
      const contentType = 'application/merge-patch+json'
      const answer = await rest.ask({ method: 'PATCH', path, body: { series }, contentType }, limits)
      if (answer.kind === 'refused' && isAbsent(answer.refusal)) return false
      bodyOrThrow(answer, rest.server)
      return true
    },
  }
}
