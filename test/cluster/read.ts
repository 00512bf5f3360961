import { Api } from './api.ts'

/** A server that hangs is asked again. */
const timeoutMs = 30_000

let opened: Promise<Api> | undefined

/**
 * What the API server has at a path, as JSON, for the administrator; an Error that quotes its answer when it refuses. For what
 * is asked again and again: a kubectl for each look took a fifth of the processors.
 */
export async function read<Result>(path: string): Promise<Result> {
  opened ??= Api.open()
  const api = await opened
  const get = () => api.get<Result>(path, AbortSignal.timeout(timeoutMs))
  try {
    return await get()
  } catch (error) {
    // The server has been started again since, or has closed a connection that nobody used.
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
    return get()
  }
}

export const readNode = <Result>(name: string): Promise<Result> => read(`/api/v1/nodes/${name}`)

export const readPod = <Result>(name: string, namespace = 'default'): Promise<Result> =>
  read(`/api/v1/namespaces/${namespace}/pods/${name}`)

/** `query`: such as `labelSelector=a=b`. */
export async function listPods<Pod>(query = '', namespace = 'default'): Promise<readonly Pod[]> {
  return (await read<{ items: readonly Pod[] }>(`/api/v1/namespaces/${namespace}/pods?${query}`)).items
}
