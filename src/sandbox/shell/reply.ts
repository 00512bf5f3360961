import type { ServerResponse } from 'node:http'
import type { Answer, ApiReply, WatchReply } from '../interface/request.ts'

const json = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' }
const plain = { ...json, 'content-type': 'text/plain; charset=utf-8' }

/** Sends an answer, or starts a watch. Does nothing if the client has disconnected. */
export function sendReply(response: ServerResponse, reply: ApiReply): void {
  if (response.destroyed) return
  if (reply.kind === 'watch') sendWatch(response, reply)
  else sendAnswer(response, reply)
}

/** A string is sent as plain text: the answers of health endpoints are not JSON. */
function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  const [text, type] = typeof body === 'string' ? [body, plain] : [JSON.stringify(body), json]
  response.writeHead(status, { ...type, 'content-length': Buffer.byteLength(text), ...headers }).end(text)
}

/** Limit of unread bytes of a watch, in addition to the events that were due at its start. */
const maxUnread = 8 * 1024 * 1024

/**
 * Sends each event as a line of JSON until either side ends the watch. A client that is too slow is disconnected, as by
 * a real API server, and has to list again.
 */
function sendWatch(response: ServerResponse, watch: WatchReply): void {
  response.writeHead(200, json).flushHeaders()
  let maxWaiting = Number.POSITIVE_INFINITY
  const stop = watch.subscribe(
    (event) => {
      response.write(`${JSON.stringify(event)}\n`)
      if (response.writableLength > maxWaiting) response.destroy()
    },
    () => response.end(),
  )
  maxWaiting = response.writableLength + maxUnread
  response.on('close', stop)
}
