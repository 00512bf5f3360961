import type { Agent, AgentOptions, ClientRequestArgs } from 'node:http'
import https from 'node:https'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { http } from './node-http.ts'
import { connectThroughSocks } from './socks.ts'

/** Node ignores the stream when there is an error. */
const noStream = undefined as unknown as Duplex

/** Connections through a SOCKS proxy, reused like others. */
export function socksAgent(server: URL, proxy: URL, options: AgentOptions): Agent {
  const isPlain = server.protocol === 'http:'
  const agent = isPlain ? new http.Agent(options) : new https.Agent(options)
  agent.createConnection = ({ host, port, path: _, ...tls }: ClientRequestArgs, connected) => {
    connectThroughSocks(proxy, { host: host ?? '', port: Number(port) }).then(
      (socket) => connected?.(null, isPlain ? socket : connectTls({ ...tls, socket })),
      (error: Error) => connected?.(error, noStream),
    )
    return undefined
  }
  return agent
}
