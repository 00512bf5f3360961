import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import pMap from 'p-map'
import { kubectlJson } from './kubectl.ts'

/** Of an API server on a machine with two cores: more only wait. */
const connections = 40

interface Config {
  readonly clusters: readonly [{ readonly cluster: { readonly server: string; 'certificate-authority-data': string } }]
  readonly users: readonly [{ readonly user: { readonly token: string } }]
}

/** Plain requests to the API server of $KUBECONFIG, many at a time: kubectl makes one after the other. */
export class Api implements Disposable {
  readonly #server: string
  readonly #agent: Agent
  readonly #authorization: string

  private constructor({ clusters: [{ cluster }], users: [{ user }] }: Config) {
    const ca = Buffer.from(cluster['certificate-authority-data'], 'base64')
    this.#server = cluster.server
    this.#agent = new Agent({ ca, keepAlive: true, maxSockets: connections + 1 })
    this.#authorization = `Bearer ${user.token}`
  }

  static async open(): Promise<Api> {
    return new Api(await kubectlJson<Config>(['config', 'view', '--raw', '--minify', '--flatten']))
  }

  get = <T>(path: string, signal?: AbortSignal): Promise<T> => this.#json('GET', path, signal && { signal })
  /** What is no JSON, such as metrics. */
  text = (path: string): Promise<string> => this.#text('GET', path)
  post = <T>(path: string, body: object): Promise<T> => this.#json('POST', path, { body })
  delete = <T>(path: string, body?: object): Promise<T> => this.#json('DELETE', path, body && { body })
  mergePatch = <T>(path: string, body: object): Promise<T> =>
    this.#json('PATCH', path, { body, type: 'application/merge-patch+json' })

  /** Creates all objects, in any order. */
  async postAll(objects: Iterable<{ readonly path: string; readonly body: object }>): Promise<void> {
    await pMap(objects, ({ path, body }) => this.#json('POST', path, { body }), { concurrency: connections })
  }

  /** The events of a watch, until the signal aborts. */
  async *watch<Event>(path: string, signal: AbortSignal): AsyncGenerator<Event> {
    const answer = await this.#send('GET', path, { signal })
    let rest = ''
    try {
      for await (const chunk of answer.setEncoding('utf8')) {
        const lines = `${rest}${chunk}`.split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) yield JSON.parse(line) as Event
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  async #json<T>(method: string, path: string, sent: Sent = {}): Promise<T> {
    return JSON.parse(await this.#text(method, path, sent)) as T
  }

  async #text(method: string, path: string, sent: Sent = {}): Promise<string> {
    const answer = await this.#send(method, path, sent)
    const text = (await answer.setEncoding('utf8').toArray()).join('')
    if ((answer.statusCode ?? 0) >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`)
    return text
  }

  async #send(
    method: string,
    path: string,
    { body, type = 'application/json', signal }: Sent,
  ): Promise<IncomingMessage> {
    const text = body && JSON.stringify(body)
    const headers = {
      authorization: this.#authorization,
      // Node does not send the length of a DELETE by itself.
      ...(text && { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
    }
    const sending = request(this.#server + path, { agent: this.#agent, method, headers, ...(signal && { signal }) })
    sending.end(text)
    const [answer] = (await once(sending, 'response')) as [IncomingMessage]
    // Whoever reads the answer learns of an error, too.
    sending.on('error', () => undefined)
    return answer
  }

  [Symbol.dispose](): void {
    this.#agent.destroy()
  }
}

interface Sent {
  readonly body?: object
  readonly type?: string
  readonly signal?: AbortSignal
}
