import { apiVersionOf, type Kind } from '../model/kinds.ts'
import { isObject, type JsonObject, type KubeObject } from '../model/object.ts'
import { badRequest, notImplemented, unsupportedMediaType } from '../model/refusal.ts'

type Headers = Readonly<Record<string, string>>

export const contentTypeOf = (headers: Headers): string =>
  (headers['content-type'] ?? 'application/json').split(';')[0]!.trim()

/** Parses a body. `prefix` begins the message of the Refusal. */
export function parseJson(text: string | undefined, prefix = ''): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch (error) {
    throw badRequest(`${prefix}${complaint(text ?? '', error)}`)
  }
}

/** Go's message for truncated JSON, the most frequent case; otherwise that of JSON.parse. */
const complaint = (text: string, error: unknown): string =>
  text === '' || /end of JSON|Unterminated/.test(String(error))
    ? 'unexpected end of JSON input'
    : `invalid JSON: ${error instanceof Error ? error.message : String(error)}`

/** Media types that the API server accepts and the sandbox does not. */
const unsupportedTypes = ['application/yaml', 'application/vnd.kubernetes.protobuf', 'application/cbor']

/** Throws Refusal for media types other than JSON. */
export function checkMediaType(headers: Headers): void {
  const type = contentTypeOf(headers)
  if (unsupportedTypes.includes(type)) throw notImplemented(`bodies of type ${type}`)
  if (type !== 'application/json') throw unsupportedMediaType()
}

/** The body of a POST or PUT. */
export function readBody(text: string | undefined, headers: Headers): JsonObject {
  checkMediaType(headers)
  const body = parseJson(text)
  if (!isObject(body)) throw badRequest(`couldn't get version/kind; json parse error: the body is not an object`)
  return body
}

export const readObject = (text: string | undefined, headers: Headers, kind: Kind): KubeObject =>
  asKind(readBody(text, headers), kind)

/**
 * The object with apiVersion and kind, which a client may omit. Throws Refusal when they differ from those of the path.
 */
export function asKind(body: JsonObject, kind: Kind): KubeObject {
  const wanted = { apiVersion: apiVersionOf(kind), kind: kind.kind }
  const [apiVersion, name] = [body['apiVersion'] ?? wanted.apiVersion, body['kind'] ?? wanted.kind]
  if (apiVersion !== wanted.apiVersion)
    throw badRequest(
      `the API version in the data (${String(apiVersion)}) does not match the expected API version (${wanted.apiVersion})`,
    )
  if (name !== wanted.kind)
    throw badRequest(
      `${String(name)} in version "${kind.version}" cannot be handled as a ${kind.kind}: the body and the path are of different kinds`,
    )
  const metadata = isObject(body['metadata']) ? body['metadata'] : {}
  return { ...wanted, ...body, ...wanted, metadata } as unknown as KubeObject
}
