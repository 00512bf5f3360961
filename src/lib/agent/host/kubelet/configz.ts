import { X509Certificate } from 'node:crypto'
import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { digest } from '../../../kubelet/compare/digest.ts'
import { decode } from '../../../kubelet/decode/decode.ts'
import { afterProgram, wordsFrom } from '../../../kubelet/flags/command-line.ts'
import { valueOfFlag } from '../../../kubelet/flags/parse-flags.ts'
import { usualRootDir } from '../../../kubelet/layout/setup.ts'
import { differences } from '../../../kubelet/merge/differences.ts'
import type { Layers } from '../../../kubelet/merge/layers.ts'
import { merge } from '../../../kubelet/merge/merge.ts'
import { valueAt } from '../../../kubelet/merge/place-value.ts'
import { provenance } from '../../../kubelet/merge/provenance.ts'
import type { ConfigDocument, Value } from '../../../kubelet/model/document.ts'
import type { Release } from '../../../kubelet/model/releases.ts'
import { Failure } from '../../../message/failure.ts'
import type { Limits } from '../../../ports/limits.ts'
import { readConfigz } from '../../../yaml/read/read-configz.ts'
import type { Answer } from '../../model/evidence.ts'
import { ask, codeOf, hostPort, type Reply, reachedAt } from './ask.ts'
import {
  AgentTokenNotRead,
  ConfigzDiffers,
  ConfigzNotAnswered,
  ConfigzNotUnderstood,
  ConfigzRefused,
  DocumentNotOnDisk,
  KubeletFileNotRead,
  KubeletFilesRefused,
  KubeletNotRecognized,
} from './evidence-messages.ts'
import { layersOnDisk } from './layers-on-disk.ts'
import type { NodeAccess } from './node-access.ts'
import { fail, pass, unknown } from './pod-evidence.ts'

/** Far more than a configuration has: 84 fields in 1.36. */
const maxBytes = 4 * 2 ** 20

export interface ConfigzQuestion {
  readonly node: NodeAccess
  /** Of the running kubelet. */
  readonly argv: readonly string[]
  readonly release: Release
  /** What must be among its files; undefined: whatever they are. */
  readonly document: ConfigDocument | undefined
  /** Reads the token of the agent, which is renewed. */
  token(limits: Limits): Promise<string>
}

type Asked = Omit<ConfigzQuestion, 'document'>

/** Whether the kubelet runs with what its files and flags say. */
export async function configzAnswer(question: ConfigzQuestion, limits: Limits): Promise<Answer> {
  const { node, argv, release, document } = question
  const layers = await layersOnDisk(node, argv, release, limits)
  if ('unread' in layers) return unknown(KubeletFileNotRead({ subject: layers.unread }))
  const merged = merge(layers)
  if (document !== undefined && !isAmong(document, layers)) return fail(DocumentNotOnDisk())
  if (merged.outcome === 'refused') return unknown(KubeletFilesRefused())
  const found = await reportedConfiguration(question, merged.document, limits)
  if ('verdict' in found) return found
  const fields = differences(provenance(merged.document, layers), found.document)
  return fields.length === 0 ? pass : fail(ConfigzDiffers({ fields }))
}

/** What the running kubelet says that it runs with; or why it does not say. `expected`: where it listens. */
export async function reportedConfiguration(
  question: Asked,
  expected: ConfigDocument,
  limits: Limits,
): Promise<{ readonly document: ConfigDocument } | Answer> {
  if (boolAt(expected, 'enableServer') === false) return { verdict: 'none' }
  const reply = await replyOf(question, expected, limits)
  if ('verdict' in reply) return reply
  const document = reply.body === undefined ? undefined : await readConfigz(reply.body, question.release)
  return document === undefined ? unknown(ConfigzNotUnderstood()) : { document }
}

/** By its meaning: the file may be spelled differently, or be a drop-in. */
function isAmong(document: ConfigDocument, { base, dropIns = [], release }: Layers): boolean {
  const wanted = digest(document)
  return [...(base ? [base] : []), ...dropIns].some(({ tree, format }) => {
    const own = decode(tree, { release, format }).document
    return own !== undefined && digest(own) === wanted
  })
}

async function replyOf(question: Asked, expected: ConfigDocument, limits: Limits): Promise<Answer | Reply> {
  const [address, port] = [textAt(expected, 'address'), Number(intAt(expected, 'port'))]
  const where = hostPort(reachedAt(address), port)
  const certificates = await certificatesOf(question, expected, limits)
  const token = await question.token(limits).catch((error: unknown) => failureOf(error))
  if (token instanceof Failure) return unknown(AgentTokenNotRead({ because: token.fact }))
  try {
    const reply = await askKubelet(
      { address, port, certificates },
      { path: '/configz', token, maxBytes },
      limits.signal,
    )
    return reply.status === 200 ? reply : unknown(ConfigzRefused({ status: reply.status }))
  } catch (error) {
    if (error instanceof NotRecognized) return unknown(KubeletNotRecognized({ address: where }))
    const errno = limits.signal.aborted ? 'ETIMEDOUT' : codeOf(error)
    return unknown(ConfigzNotAnswered({ address: where, errno }))
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  throw error
}

/** Those that the kubelet may present: from its files, self-signed, or requested from the API server. */
async function certificatesOf({ node, argv }: Asked, expected: ConfigDocument, limits: Limits) {
  const { words } = afterProgram(wordsFrom('/proc', argv))
  const folder = valueOfFlag(words, 'cert-dir') || `${usualRootDir}/pki`
  const paths = [textAt(expected, 'tlsCertFile'), `${folder}/kubelet.crt`, `${folder}/kubelet-server-current.pem`]
  const texts = await Promise.all(paths.filter((path) => path !== '').map((path) => node.read(path, limits)))
  return texts.filter((text) => text !== undefined)
}

const textAt = (document: ConfigDocument, name: string): string => {
  const value = valueAt(document, [name])
  return value?.type === 'string' ? value.value : ''
}
const intAt = (document: ConfigDocument, name: string): bigint => {
  const value = valueAt(document, [name])
  return value?.type === 'int' ? value.value : 0n
}
const boolAt = (document: ConfigDocument, name: string): boolean | undefined => {
  const value: Value | undefined = valueAt(document, [name])
  return value?.type === 'bool' ? value.value : undefined
}

/** The certificate that answered is not one of the kubelet. */
class NotRecognized extends Error {}

interface KubeletPort {
  /** The address that the kubelet listens on, as in its configuration. */
  readonly address: string
  readonly port: number
  /** Certificates in PEM: what the kubelet may present. Only it can read their keys. */
  readonly certificates: readonly string[]
}

/**
 * Asks the kubelet of this machine, over TLS. Its certificate is often self-signed and never for a loopback address, so
 * the certificate itself is compared; the token is sent only after that. Rejects with NotRecognized, or with the error of
 * the connection.
 */
async function askKubelet(
  { address, port, certificates }: KubeletPort,
  { path, token, maxBytes }: { readonly path: string; readonly token: string; readonly maxBytes: number },
  signal: AbortSignal,
): Promise<Reply> {
  const host = reachedAt(address)
  if (isIP(host) === 0) throw Object.assign(new Error('not an address'), { code: 'EADDRNOTAVAIL' })
  using socket = await secured(host, port, signal)
  const presented = socket.getPeerX509Certificate()?.fingerprint256
  if (presented === undefined || !certificates.some((pem) => fingerprintOf(pem) === presented))
    throw new NotRecognized()
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json', connection: 'close' }
  return await ask({ createConnection: () => socket, host, port, path, headers }, maxBytes, signal)
}

/** Of the first certificate of a file; others are those of authorities. */
function fingerprintOf(pem: string): string | undefined {
  try {
    return new X509Certificate(pem).fingerprint256
  } catch {
    return undefined
  }
}

function secured(host: string, port: number, signal: AbortSignal): Promise<TLSSocket & Disposable> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, rejectUnauthorized: false })
    const stop = (): void => {
      socket.destroy()
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
    socket.on('error', reject)
    socket.on('secureConnect', () => {
      signal.removeEventListener('abort', stop)
      resolve(Object.assign(socket, { [Symbol.dispose]: () => void socket.destroy() }))
    })
  })
}
