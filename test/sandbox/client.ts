import { once } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import https from 'node:https'
import type { RunningSandbox } from '../../src/sandbox/shell/serve.ts'

export interface Sent {
  readonly method?: string
  readonly headers?: OutgoingHttpHeaders
  readonly body?: string
  readonly anonymous?: boolean
}

/** One request, as the admin unless it is anonymous, on a connection of its own, with nothing believed but the sandbox's certificate. */
export async function open(sandbox: RunningSandbox, path: string, sent: Sent = {}): Promise<IncomingMessage> {
  const { url, certificateAuthority: ca, token } = sandbox
  const headers = { ...(!sent.anonymous && { authorization: `Bearer ${token}` }), ...sent.headers }
  const { hostname, port } = new URL(url)
  const request = https.request({ hostname, port, path, method: sent.method, ca, agent: false, headers })
  request.end(sent.body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response.setEncoding('utf8')
}

export async function ask(sandbox: RunningSandbox, path: string, sent: Sent = {}) {
  const response = await open(sandbox, path, sent)
  const text = (await response.toArray()).join('')
  return { status: response.statusCode, headers: response.headers, text, body: JSON.parse(text) }
}
