import type { ServerResponse } from 'node:http'
import type { Answer, ApiReply, WatchReply } from '../api.ts'

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

/** A line of JSON for each event, as it happens, until either side has enough. */
function sendWatch(response: ServerResponse, watch: WatchReply): void {
  response.writeHead(200, json).flushHeaders()
  const stop = watch.subscribe(
    (event) => response.write(`${JSON.stringify(event)}\n`),
    () => response.end(),
  )
  response.on('close', stop)
}
