import { agent } from '../../lib/names.ts'
import type { Api } from '../core/model/api.ts'
import type { ApiRequest } from '../interface/request.ts'

/** So long ago an agent was heard that is down. Milliseconds. */
const lastHeardMs = 3_600_000

const statusPath = /^\/api\/v1\/nodes\/([^/]+)\/status$/

/** What the agents of some nodes report was written an hour ago, by the clock of the API server. */
export class SilentAgents {
  readonly #nodes = new Set<string>()

  add(node: string): void {
    this.#nodes.add(node)
  }

  /** The API as it was when this request came. */
  at(api: Api, { path, query }: ApiRequest): Api {
    const [, node = ''] = statusPath.exec(path) ?? []
    const isTheirs = this.#nodes.has(node) && query['fieldManager'] === agent.fieldManager
    return isTheirs ? { ...api, now: () => api.now() - lastHeardMs } : api
  }
}
