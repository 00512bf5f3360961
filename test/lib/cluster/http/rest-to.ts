import { connectionsTo } from '../../../../src/lib/cluster/http/connections.ts'
import { transportTo } from '../../../../src/lib/cluster/http/node-transport.ts'
import { type Rest, restOver } from '../../../../src/lib/cluster/http/rest.ts'
import { ServerTime } from '../../../../src/lib/cluster/http/server-time.ts'
import { warningsTo } from '../../../../src/lib/cluster/http/warnings.ts'
import { CredentialFiles } from '../../../../src/lib/cluster/login/credential-files.ts'
import { systemClock } from '../../../../src/lib/machine/clock.ts'
import type { Limits } from '../../../../src/lib/ports/limits.ts'

interface Settings {
  readonly requestTimeoutMs?: number
  readonly maxBytes?: number
  readonly onWarning?: (text: string) => void
}

/** A Rest that pauses for a millisecond only. */
export async function restTo(server: string, settings: Settings = {}): Promise<Rest> {
  const { requestTimeoutMs = 5_000, maxBytes = 2 ** 20, onWarning = () => {} } = settings
  const cluster = { server, authority: undefined, skipTlsVerify: false, tlsServerName: undefined, proxyUrl: undefined }
  const transport = transportTo({
    server,
    credentials: { identity: async () => ({}), loginMs: (requestMs) => requestMs, forget: () => {} },
    connections: await connectionsTo(cluster, new CredentialFiles(systemClock)),
    headers: { 'user-agent': 'test' },
  })
  return restOver(
    {
      transport,
      clock: systemClock,
      time: new ServerTime(systemClock),
      warn: warningsTo(onWarning, systemClock),
      backoff: { firstMs: 1, longestMs: 1 },
      random: () => 0,
      maxBytes,
    },
    requestTimeoutMs,
  )
}

export const patient: Limits = { signal: new AbortController().signal }
