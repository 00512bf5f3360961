import type { Body, BodyKind, DecodedBody } from '../../interface/request.ts'
import { apiVersionOf, type Kind, kinds } from '../model/kinds.ts'
import { isObject, type JsonObject, type KubeObject } from '../model/object.ts'
import { badRequest, notImplemented, Refusal, unsupportedMediaType } from '../model/refusal.ts'

type Headers = Readonly<Record<string, string>>

export const contentTypeOf = (headers: Headers): string =>
  (headers['content-type'] ?? 'application/json').split(';')[0]!.trim().toLowerCase()

/** Parses a body. `prefix` begins the message of the Refusal. */
export function parseJson(body: Body | undefined, prefix = ''): unknown {
  const text = bodyText(body)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(`${prefix}${complaint(text, error)}`)
  }
}

/** The text of a body. Throws Refusal for a body in another encoding. */
export function bodyText(body: Body = ''): string {
  if (typeof body !== 'string') throw unsupportedMediaType()
  return body
}

/** Go's message for truncated JSON, the most frequent case; otherwise that of JSON.parse. */
const complaint = (text: string, error: unknown): string =>
  text === '' || /end of JSON|Unterminated/.test(String(error))
    ? 'unexpected end of JSON input'
    : `invalid JSON: ${error instanceof Error ? error.message : String(error)}`

/** Media types that the API server accepts and the sandbox does not. */
const unsupportedTypes = ['application/yaml', 'application/cbor']
const protobuf = 'application/vnd.kubernetes.protobuf'

/** The object in a body that is not JSON; undefined for JSON. Throws Refusal for unknown media types. */
export function decodeBody(body: Body | undefined, headers: Headers, expected: BodyKind): DecodedBody | undefined {
  if (typeof body === 'object') return body.decode(expected)
  const type = contentTypeOf(headers)
  if (type === protobuf && !body) return { result: 'unrecognized', problem: 'empty data', data: '<empty>' }
  if (unsupportedTypes.includes(type)) throw notImplemented(`bodies of type ${type}`)
  if (type !== 'application/json') throw unknownFormat()
  return undefined
}

const unknownFormat = (): Refusal =>
  new Refusal(
    415,
    'UnsupportedMediaType',
    `the body of the request was in an unknown format - accepted media types include: application/json, ${protobuf}`,
  )

/** The body of a POST or PUT. Throws Refusal when its apiVersion or kind differ from the expected ones. */
export function readBody(body: Body | undefined, headers: Headers, expected: BodyKind): JsonObject {
  const decoded = decodeBody(body, headers, expected)
  const object = decoded === undefined ? parseJson(body) : objectIn(decoded, expected)
  if (!isObject(object)) throw badRequest(`couldn't get version/kind; json parse error: the body is not an object`)
  checkKind(object, expected)
  return object
}

function objectIn(decoded: DecodedBody, expected: BodyKind): unknown {
  switch (decoded.result) {
    case 'object':
      return decoded.object
    case 'unrecognized':
      throw badRequest(
        `the object provided is unrecognized (must be of type ${expected.kind}): ${decoded.problem} (${decoded.data})`,
      )
    case 'malformed':
      throw unfit(decoded, expected, decoded.problem)
  }
}

const unfit = ({ apiVersion, kind }: BodyKind, expected: BodyKind, problem: string): Refusal =>
  badRequest(`${kind} in version "${versionOf(apiVersion)}" cannot be handled as a ${expected.kind}: ${problem}`)

const versionOf = (apiVersion: string): string => apiVersion.split('/').at(-1)!

export const readObject = (body: Body | undefined, headers: Headers, kind: Kind): KubeObject =>
  asKind(readBody(body, headers, bodyKindOf(kind)), kind)

const bodyKindOf = (kind: Kind): BodyKind => ({ apiVersion: apiVersionOf(kind), kind: kind.kind })

/**
 * The object with apiVersion and kind, which a client may omit. Throws Refusal when they differ from those of the path.
 */
export function asKind(body: JsonObject, kind: Kind): KubeObject {
  const expected = bodyKindOf(kind)
  checkKind(body, expected)
  const metadata = isObject(body['metadata']) ? body['metadata'] : {}
  return { ...expected, ...body, ...expected, metadata } as unknown as KubeObject
}

function checkKind(body: JsonObject, expected: BodyKind): void {
  const apiVersion = String(body['apiVersion'] ?? expected.apiVersion)
  const kind = String(body['kind'] ?? expected.kind)
  if (kind !== expected.kind) {
    const isKnown = kinds.some((other) => other.kind === kind && apiVersionOf(other) === apiVersion)
    const sent = { apiVersion, kind }
    throw unfit(sent, expected, isKnown ? noConversion(sent, expected) : notRegistered(sent))
  }
  if (apiVersion !== expected.apiVersion)
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${expected.apiVersion})`,
    )
}

function noConversion({ apiVersion, kind }: BodyKind, expected: BodyKind): string {
  const [, group = 'core'] = /^([^./]+).*\//.exec(expected.apiVersion) ?? []
  return `converting (${versionOf(apiVersion)}.${kind}) to (${group}.${expected.kind}): unknown conversion`
}

export const notRegistered = ({ apiVersion, kind }: BodyKind): string =>
  `no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/runtime/scheme.go:111"`
