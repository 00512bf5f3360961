import type { Call, Reply } from '../../src/lib/cluster/http/transport.ts'
import type { ApiRequest, User } from '../../src/sandbox/interface/request.ts'
import { wholeBody } from './in-process-body.ts'

export type Message = Pick<Call, 'method' | 'path' | 'query' | 'body' | 'contentType' | 'accept'>

export type Headers = Readonly<Record<string, string>>

/** As the sandbox takes it. */
export function requestOf(
  { method, path, query = {}, body, contentType = 'application/json', accept = 'application/json' }: Message,
  user: User,
): ApiRequest {
  return {
    method,
    path: decodeURIComponent(path),
    query: Object.fromEntries(
      Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
    headers: { accept, ...(body !== undefined && { 'content-type': contentType }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    user,
  }
}

/** As our client takes it. */
export function answered({ status, headers = {}, body }: { status: number; headers?: Headers; body: unknown }): Reply {
  const lines = Object.entries({ 'content-type': 'application/json', ...headers })
  return {
    status,
    headers: Object.fromEntries(lines.map(([name, value]) => [name.toLowerCase(), [value]])),
    body: wholeBody(body),
    cancel: () => {},
  }
}
