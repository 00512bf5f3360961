type Json = Readonly<Record<string, unknown>>

/** The kinds of JSON that an API server sends. */
export type Shape = 'event' | 'object' | 'list' | 'resources' | 'status' | 'table' | 'version'

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const shapes: Readonly<Record<Shape, (body: Json) => boolean>> = {
  event: ({ type, object }) => typeof type === 'string' && isObject(object),
  object: ({ kind }) => typeof kind === 'string' && kind !== '',
  list: ({ kind, items }) =>
    typeof kind === 'string' && kind.endsWith('List') && Array.isArray(items) && items.every(isObject),
  resources: ({ kind, resources }) =>
    kind === 'APIResourceList' && Array.isArray(resources) && resources.every(isObject),
  status: ({ kind }) => kind === 'Status',
  table: ({ kind, rows }) => kind === 'Table' && (rows == null || (Array.isArray(rows) && rows.every(isObject))),
  version: ({ gitVersion }) => typeof gitVersion === 'string',
}

/** undefined when the text is not JSON; JSON has no undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether JSON has the shape that an API server sends. */
export const hasShape = (json: unknown, shape: Shape): boolean => isObject(json) && shapes[shape](json)
