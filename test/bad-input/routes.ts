import { type ApiServer, type Handler, refusal } from '../support/api-server.ts'

/** Handlers by `METHOD /path`. */
export type Routes = Readonly<Record<string, Handler>>

/** A cluster that keeps the history of documents, and has none yet. */
const history: Handler = ({ method, body }) =>
  method === 'GET' ? { body: { kind: 'Table', rows: [] } } : { status: 201, body }

/** Whatever else is asked for does not exist. */
export const serving =
  (routes: Routes): Handler =>
  (request, response) => {
    const name = request.path.split('/').at(-1) ?? ''
    const absent: Handler = () => refusal(404, 'NotFound', { message: `"${name}" not found`, details: { name } })
    const usual = name === 'controllerrevisions' ? history : absent
    return (routes[`${request.method} ${request.path}`] ?? usual)(request, response)
  }

export const listOf = (...items: readonly object[]) => ({
  body: { kind: 'List', metadata: { resourceVersion: '1' }, items },
})

/** What a server was asked to change. Dry runs, and questions about ourselves, change nothing; the history does not count. */
export const writesTo = ({ received }: ApiServer): string[] =>
  received
    .filter(
      ({ method, path, query }) =>
        method !== 'GET' &&
        query['dryRun'] !== 'All' &&
        !path.includes('/selfsubject') &&
        !path.endsWith('/controllerrevisions'),
    )
    .map(({ method, path }) => `${method} ${path}`)

/** The same of balloons only: the desired size and the cordon that go with a resize do not count. */
export const resizesTo = (server: ApiServer): string[] => writesTo(server).filter((write) => write.endsWith('/resize'))
