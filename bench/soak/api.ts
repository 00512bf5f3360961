import { readFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { kubeconfigInUse } from '../kubeconfig.ts'

export interface Api {
  /** Rejects when the server refuses. */
  send(method: string, path: string, body?: object): Promise<void>
}

/** One connection to the server in $KUBECONFIG, a sandbox, with its token. */
export async function connectApi(): Promise<Api> {
  const { server, authority } = await kubeconfigInUse()
  const config = JSON.parse(await readFile(process.env['KUBECONFIG'] ?? '', 'utf8')) as {
    readonly users: readonly { readonly user: { readonly token: string } }[]
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: authority })
  const authorization = `Bearer ${config.users[0]?.user.token}`

  function answerTo(method: string, path: string, body: string | undefined): Promise<IncomingMessage> {
    const type = method === 'PATCH' ? 'application/strategic-merge-patch+json' : 'application/json'
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const headers = { authorization, 'content-type': type }
    const sent = request(new URL(path, server), { method, agent, headers })
    sent.on('response', resolve).on('error', (error: NodeJS.ErrnoException) => {
      // The server closes a connection that was idle, and that crosses the next request.
      if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(answerTo(method, path, body))
      else reject(error)
    })
    sent.end(body)
    return promise
  }
  return {
    async send(method, path, body) {
      const answer = await answerTo(method, path, body && JSON.stringify(body))
      const said = await text(answer)
      if ((answer.statusCode ?? 0) >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${said}`)
    },
  }
}
