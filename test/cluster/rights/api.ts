import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { kubectlJson } from '../kubectl.ts'

type Json = Readonly<Record<string, unknown>>

export interface Body extends Json {
  readonly message?: string
  readonly reason?: string
  readonly metadata?: Json
}

export interface Answer {
  readonly status: number
  readonly body: Body
}

export interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly contentType?: string
}

/** By its token, or as a user whom the administrator impersonates. */
export type Who = { readonly token: string } | Impersonated

export interface Impersonated {
  readonly user: string
  readonly groups?: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

export type Send = (who: Who, asked: Asked) => Promise<Answer>

interface Config {
  readonly clusters: readonly [{ cluster: { server: string; 'certificate-authority-data': string } }]
  readonly users: readonly [{ user: { token: string } }]
}

/** Requests over connections that stay. */
export async function connect(): Promise<{ readonly send: Send; readonly admin: Who; close(): void }> {
  const { clusters, users } = await kubectlJson<Config>(['config', 'view', '--raw', '--minify', '--flatten'])
  const { server, 'certificate-authority-data': authority } = clusters[0].cluster
  const agent = new Agent({ keepAlive: true, maxSockets: 16, ca: Buffer.from(authority, 'base64') })
  const admin = { token: users[0].user.token }
  const send: Send = (who, { method, path, body, contentType = 'application/json' }) => {
    const sends = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    const headers = {
      ...{ ...headersOf(who, admin.token), accept: 'application/json', 'content-type': contentType },
      // Without it, Node.js sends the body of a DELETE as the next request.
      ...(sends && { 'content-length': sends.length }),
    }
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    const sent = request(new URL(path, server), { method, headers, agent, timeout: 120_000 }, (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: bodyOf(answer) }), reject)
    })
    sent.on('error', reject)
    sent.on('timeout', () => sent.destroy(new Error(`no answer in time: ${method} ${path}`)))
    sent.end(sends)
    return promise
  }
  return { send, admin, close: () => agent.destroy() }
}

/** Some refusals are plain text. */
function bodyOf(answer: string): Body {
  try {
    return JSON.parse(answer) as Body
  } catch {
    return { message: answer }
  }
}

const headersOf = (who: Who, admin: string): Record<string, string | string[]> =>
  'token' in who
    ? { authorization: `Bearer ${who.token}` }
    : {
        authorization: `Bearer ${admin}`,
        'impersonate-user': who.user,
        ...(who.groups && { 'impersonate-group': [...who.groups] }),
        ...Object.fromEntries(
          Object.entries(who.extra ?? {}).map(([key, value]) => [
            `impersonate-extra-${encodeURIComponent(key)}`,
            [...value],
          ]),
        ),
      }

export const json = 'application/json-patch+json'
export const merge = 'application/merge-patch+json'
export const strategic = 'application/strategic-merge-patch+json'
export const apply = 'application/apply-patch+yaml'
