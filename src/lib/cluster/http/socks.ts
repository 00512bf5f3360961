import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'

/** Why a SOCKS proxy did not connect: its reply (RFC 1928, 6), or what it did instead. */
export type SocksProblem =
  | 'generalFailure'
  | 'notAllowed'
  | 'networkUnreachable'
  | 'hostUnreachable'
  | 'connectionRefused'
  | 'timeToLiveExpired'
  | 'commandNotSupported'
  | 'addressTypeNotSupported'
  | 'loginRequired'
  | 'loginRefused'
  | 'closed'
  | 'notSocks'

/** By the code of the reply, from 1. */
const replies: readonly SocksProblem[] = [
  'generalFailure',
  'notAllowed',
  'networkUnreachable',
  'hostUnreachable',
  'connectionRefused',
  'timeToLiveExpired',
  'commandNotSupported',
  'addressTypeNotSupported',
]

export class SocksError extends Error {
  readonly problem: SocksProblem

  constructor(problem: SocksProblem) {
    super(`SOCKS: ${problem}`)
    this.problem = problem
  }
}

const version = 5
const method = { none: 0, password: 2, unacceptable: 255 }
const addressType = { ipv4: 1, name: 3, ipv6: 4 }

export interface Destination {
  readonly host: string
  readonly port: number
}

/**
 * Connects through a SOCKS 5 proxy, to an address or to a name that the proxy looks up (RFC 1928, and RFC 1929 for a
 * user and a password in the URL). Does not keep the process alive while connecting. Rejects with the error of the
 * connection to the proxy, or with SocksError.
 */
export async function connectThroughSocks(proxy: URL, to: Destination): Promise<Socket> {
  const socket = connect({ host: proxy.hostname.replaceAll(/[[\]]/g, ''), port: Number(proxy.port || 1080) })
  socket.unref().setNoDelay()
  try {
    await once(socket, 'connect')
    await authenticate(socket, proxy)
    await askFor(socket, to)
    return socket.ref()
  } catch (error) {
    socket.destroy()
    throw error
  }
}

async function authenticate(socket: Socket, { username, password }: URL): Promise<void> {
  const methods = username === '' ? [method.none] : [method.none, method.password]
  socket.write(Buffer.from([version, methods.length, ...methods]))
  const [theirs, chosen] = await read(socket, 2)
  if (theirs !== version) throw new SocksError('notSocks')
  if (chosen === method.unacceptable) throw new SocksError('loginRequired')
  if (chosen !== method.password) return
  const [user, secret] = [username, password].map((text) => Buffer.from(decodeURIComponent(text)).subarray(0, 255))
  socket.write(Buffer.concat([Buffer.from([1, user!.length]), user!, Buffer.from([secret!.length]), secret!]))
  const [, status] = await read(socket, 2)
  if (status !== 0) throw new SocksError('loginRefused')
}

async function askFor(socket: Socket, { host, port }: Destination): Promise<void> {
  const connecting = Buffer.from([version, 1, 0])
  socket.write(Buffer.concat([connecting, addressOf(host), Buffer.from([port >> 8, port & 255])]))
  const [theirs, reply = 0, , type] = await read(socket, 4)
  if (theirs !== version) throw new SocksError('notSocks')
  if (reply !== 0) throw new SocksError(replies[reply - 1] ?? 'generalFailure')
  // The address that the proxy connects from; it is not used.
  const length = type === addressType.ipv4 ? 4 : type === addressType.ipv6 ? 16 : (await read(socket, 1))[0]!
  await read(socket, length + 2)
}

function addressOf(host: string): Buffer {
  const family = isIP(host)
  if (family === 4) return Buffer.from([addressType.ipv4, ...host.split('.').map(Number)])
  if (family === 6) return Buffer.concat([Buffer.from([addressType.ipv6]), bytesOf(host)])
  const name = Buffer.from(host)
  return Buffer.concat([Buffer.from([addressType.name, name.length]), name])
}

/** The bytes of an IPv6 address in the notation of URL: hexadecimal groups, one run of zeros omitted. */
function bytesOf(address: string): Buffer {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [left, right] = [groups(head), groups(tail ?? '')]
  const all = [...left, ...new Array<number>(8 - left.length - right.length).fill(0), ...right]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]))
}

/** Reads exactly this many bytes: those after them belong to TLS or HTTP. */
async function read(socket: Socket, bytes: number): Promise<Buffer> {
  while (true) {
    const chunk: Buffer | null = socket.read(bytes)
    if (chunk?.length === bytes) return chunk
    if (chunk !== null || socket.readableEnded || socket.destroyed) throw new SocksError('closed')
    await moreBytes(socket)
  }
}

/** Resolves when there is more to read, or at the end. */
async function moreBytes(socket: Socket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const events = ['readable', 'end', 'close'] as const
  for (const event of events) socket.on(event, resolve)
  socket.on('error', reject)
  await promise.finally(() => {
    for (const event of events) socket.off(event, resolve)
    socket.off('error', reject)
  })
}
