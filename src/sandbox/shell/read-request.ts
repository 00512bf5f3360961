import type { IncomingMessage } from 'node:http'
import type { ApiRequest } from '../interface/request.ts'
import { Refused } from './refused.ts'

/** What an API server takes (apiserver/pkg/server/config.go, MaxRequestBodyBytes). */
const maxBodyBytes = 3 * 1024 * 1024

export type Unsigned = Omit<ApiRequest, 'user'>

/** Rejects with Refused for what is too large or no path, with an error of Node's when the client goes away. */
export async function readRequest(message: IncomingMessage): Promise<Unsigned> {
  const [path = '', search = ''] = (message.url ?? '').split(/\?(.*)/s)
  const body = await readBody(message)
  return {
    method: message.method ?? '',
    path: decodePath(path),
    query: parseQuery(search),
    headers: headersOf(message),
    ...(body !== '' && { body }),
  }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw new Refused({ code: 400, reason: 'BadRequest', message: `invalid URL escape in "${path}"` })
  }
}

/** The first of several values counts (net/url, Values.Get). */
const parseQuery = (search: string): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(search)].toReversed())

const headersOf = ({ headersDistinct }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]))

/** What is too long is read to its end all the same: a client that is still writing would not see the answer. */
async function readBody(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= maxBodyBytes) chunks.push(chunk)
  }
  if (size > maxBodyBytes) throw tooLarge
  return Buffer.concat(chunks).toString()
}

const tooLarge = new Refused({
  code: 413,
  reason: 'RequestEntityTooLarge',
  message: `Request entity too large: limit is ${maxBodyBytes}`,
})
