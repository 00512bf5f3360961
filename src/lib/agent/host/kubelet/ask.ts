import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'

/** node:http, without what it would load besides. */
const http = process.getBuiltinModule('node:http')

export interface Reply {
  readonly status: number
  /** undefined: it was too large. */
  readonly body: string | undefined
}

/**
 * One GET request. Rejects with the error of the connection, or when the signal aborts; then nothing stays open.
 */
export async function ask(options: RequestOptions, maxBytes: number, signal: AbortSignal): Promise<Reply> {
  // With an agent, node:http would not use the connection that it was given.
  const agent = options.createConnection === undefined ? { agent: false } : {}
  const message = await answered(http.request({ ...options, ...agent, method: 'GET', signal }))
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of message as AsyncIterable<Uint8Array>) {
    chunks.push(chunk)
    size += chunk.length
    if (size <= maxBytes) continue
    message.destroy()
    return { status: message.statusCode ?? 0, body: undefined }
  }
  return { status: message.statusCode ?? 0, body: Buffer.concat(chunks).toString() }
}

function answered(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve).on('error', reject).end()
  })
}

/** The code of an error of the operating system or of Node. */
export const codeOf = (error: unknown): string =>
  Error.isError(error) && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN'

/** Where a server that listens on an address is reached from this machine: addresses for all interfaces by loopback. */
export function reachedAt(address: string): string {
  if (address === '' || address === '0.0.0.0') return '127.0.0.1'
  return address === '::' ? '::1' : address
}

/** A host and a port, as in URLs. */
export const hostPort = (address: string, port: number): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
