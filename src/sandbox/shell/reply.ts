import type { ServerResponse } from 'node:http'
import type { Answer, ApiReply, WatchReply } from '../interface/request.ts'

const json = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' }
const plain = { ...json, 'content-type': 'text/plain; charset=utf-8' }

/** Sends it, or begins to. A client that has gone away is left alone. */
export function sendReply(response: ServerResponse, reply: ApiReply): void {
  if (response.destroyed) return
  if (reply.kind === 'watch') sendWatch(response, reply)
  else sendAnswer(response, reply)
}

/** Text goes out as it is: what an API server says of its health is no JSON. */
function sendAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  const [text, type] = typeof body === 'string' ? [body, plain] : [JSON.stringify(body), json]
  response.writeHead(status, { ...type, 'content-length': Buffer.byteLength(text), ...headers }).end(text)
}

/** Bytes that may wait for a watcher, beside those of the events that were due when it came. */
const mostUnread = 8 * 1024 * 1024

/**
 * A line of JSON for each event, as it happens, until either side has enough. A watcher that does not read is cut off, as
 * an API server does with one that is too slow: it has to list again.
 */
function sendWatch(response: ServerResponse, watch: WatchReply): void {
  response.writeHead(200, json).flushHeaders()
  let mostWaiting = Number.POSITIVE_INFINITY
  const stop = watch.subscribe(
    (event) => {
      response.write(`${JSON.stringify(event)}\n`)
      if (response.writableLength > mostWaiting) response.destroy()
    },
    () => response.end(),
  )
  mostWaiting = response.writableLength + mostUnread
  response.on('close', stop)
}
