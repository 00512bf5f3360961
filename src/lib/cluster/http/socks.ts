import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

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

/** By the end of the message, in which alone the library says it; any other reply is a general failure. */
const problems: readonly (readonly [ending: string, problem: SocksProblem])[] = [
  ['- NotAllowed', 'notAllowed'],
  ['- NetworkUnreachable', 'networkUnreachable'],
  ['- HostUnreachable', 'hostUnreachable'],
  ['- ConnectionRefused', 'connectionRefused'],
  ['- TTLExpired', 'timeToLiveExpired'],
  ['- CommandNotSupported', 'commandNotSupported'],
  ['- AddressNotSupported', 'addressTypeNotSupported'],
  ['(no accepted authentication type)', 'loginRequired'],
  ['Authentication failed', 'loginRefused'],
  ['Socket closed', 'closed'],
  ['(invalid socks version)', 'notSocks'],
  ['(unknown authentication type)', 'notSocks'],
]

export class SocksError extends Error {
  readonly problem: SocksProblem

  constructor(problem: SocksProblem) {
    super(`SOCKS: ${problem}`)
    this.problem = problem
  }
}

export interface Destination {
  readonly host: string
  readonly port: number
}

/** The caller has a deadline. */
const timeout = 2 ** 31 - 1

/**
 * Connects through a SOCKS 5 proxy, to an address or to a name that the proxy looks up (RFC 1928, and RFC 1929 for a
 * user and a password in the URL). Does not keep the process alive while connecting. Rejects with the error of the
 * connection to the proxy, or with SocksError.
 */
export async function connectThroughSocks(proxy: URL, destination: Destination): Promise<Socket> {
  const { SocksClient, SocksClientError } = await import('socks')
  const [host, port] = [proxy.hostname.replaceAll(/[[\]]/g, ''), Number(proxy.port || 1080)]
  const socket = connect({ host, port })
  socket.unref().setNoDelay()
  try {
    await once(socket, 'connect')
    const login = proxy.username !== '' && { userId: partOf(proxy.username), password: partOf(proxy.password) }
    const through = { proxy: { host, port, type: 5, ...login }, existing_socket: socket } as const
    await SocksClient.createConnection({ ...through, command: 'connect', destination, timeout })
    return socket.ref()
  } catch (error) {
    socket.destroy()
    throw error instanceof SocksClientError ? new SocksError(problemIn(error)) : error
  }
}

/** Of a login, which has room for 255 bytes. */
const partOf = (text: string): string => Buffer.from(decodeURIComponent(text)).subarray(0, 255).toString()

const problemIn = ({ message }: Error): SocksProblem =>
  problems.find(([ending]) => message.endsWith(ending))?.[1] ?? 'generalFailure'
