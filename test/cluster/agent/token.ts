import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { agent } from '../../../src/lib/names.ts'
import { kubectl, kubectlJson } from '../kubectl.ts'

export interface Answer {
  readonly status: number
  readonly body: { readonly message?: string; readonly [field: string]: unknown }
}

interface Config {
  readonly clusters: readonly [{ cluster: { server: string; 'certificate-authority-data': string } }]
}

export interface Asked {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly body?: unknown
  readonly contentType?: string
}

/** Sends one request with a bearer token. */
export async function ask(
  token: string,
  { method = 'GET', path, body, contentType = 'application/json' }: Asked,
): Promise<Answer> {
  const { clusters } = await kubectlJson<Config>(['config', 'view', '--raw', '--minify', '--flatten'])
  const { server, 'certificate-authority-data': authority } = clusters[0].cluster
  const headers = { authorization: `Bearer ${token}`, 'content-type': contentType, accept: 'application/json' }
  const options = { method, headers, ca: Buffer.from(authority, 'base64'), timeout: 10_000 }
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sent = request(new URL(path, server), options, (response) => {
    text(response).then((answer) => resolve({ status: response.statusCode ?? 0, body: JSON.parse(answer) }), reject)
  })
  sent.on('error', reject)
  sent.on('timeout', () => sent.destroy(new Error('no answer in time')))
  sent.end(body === undefined ? undefined : JSON.stringify(body))
  return promise
}

/** A token of a ServiceAccount of kube-system, bound to a Node or, without one, to nothing. */
export const tokenFor = async (account: string, node?: string): Promise<string> => {
  const bound = node === undefined ? [] : ['--bound-object-kind=Node', `--bound-object-name=${node}`]
  return (await kubectl(['create', 'token', account, '--namespace=kube-system', ...bound])).trim()
}

export const strategic = 'application/strategic-merge-patch+json'
export const merge = 'application/merge-patch+json'

/** A PATCH of a Node, of its status unless told; as the field manager of agents. */
export const patchNode = (
  node: string,
  body: unknown,
  subresource: '' | '/status' = '/status',
  dryRun = false,
): Asked => ({
  method: 'PATCH',
  path: `/api/v1/nodes/${node}${subresource}?fieldManager=${agent.fieldManager}${dryRun ? '&dryRun=All' : ''}`,
  body,
  contentType: strategic,
})
