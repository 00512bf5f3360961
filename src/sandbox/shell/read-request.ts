import type { IncomingMessage } from 'node:http'
import type { ApiRequest, Body } from '../interface/request.ts'
import { Refused } from './refused.ts'

/** Limit of the API server (apiserver/pkg/server/config.go, MaxRequestBodyBytes). */
const maxBodyBytes = 3 * 1024 * 1024

export type UnauthenticatedRequest = Omit<ApiRequest, 'user'>

/**
 * Rejects with Refused for a body that is too large or an invalid path, and with Node's error when the client
 * disconnects.
 */
export async function readRequest(message: IncomingMessage): Promise<UnauthenticatedRequest> {
  const [path = '', search = ''] = (message.url ?? '').split(/\?(.*)/s)
  const bytes = await readBytes(message)
  return {
    method: message.method ?? '',
    path: decodePath(path),
    query: parseQuery(search),
    headers: headersOf(message),
    ...(bytes.length > 0 && { body: await bodyOf(bytes, message.headers['content-type']) }),
  }
}

/** The library for protobuf is loaded with the first body that needs it. */
async function bodyOf(bytes: Buffer, type = ''): Promise<Body> {
  if (!/^application\/vnd\.kubernetes\.protobuf *(;|$)/i.test(type)) return bytes.toString()
  const { protobufBody } = await import('../protobuf/envelope.ts')
  return protobufBody(bytes)
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw new Refused({ code: 400, reason: 'BadRequest', message: `invalid URL escape in "${path}"` })
  }
}

/** The first value of a repeated parameter counts (net/url, Values.Get). */
const parseQuery = (search: string): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(search)].toReversed())

const headersOf = ({ headersDistinct }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]))

/** Reads a body that is too large to its end, because a client that is still writing would miss the answer. */
async function readBytes(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size <= maxBodyBytes) chunks.push(chunk)
  }
  if (size > maxBodyBytes) throw tooLarge
  return Buffer.concat(chunks)
}

const tooLarge = new Refused({
  code: 413,
  reason: 'RequestEntityTooLarge',
  message: `Request entity too large: limit is ${maxBodyBytes}`,
})
