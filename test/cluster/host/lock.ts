import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { Failure, said } from '../../../src/lib/failure.ts'
import { describeProcess } from './process-identity.ts'

/** An abstract Unix socket (unix(7)): one per host, and the kernel frees it however its holder ends. */
const address = '\u0000kubeletcfg-test-cluster'

/** Held until this process ends. Failure 'conflict' names who holds it already. */
export async function takeLock(): Promise<void> {
  const server = createServer((socket) => socket.end(describeProcess(process.pid)))
  server.unref()
  server.listen(address)
  try {
    await once(server, 'listening')
  } catch (cause) {
    throw new Failure(
      'conflict',
      said(
        'ClusterInUse',
        `the test cluster is in use by ${await holder()}`,
        'wait until it ends, or end it with Ctrl-C; it cleans up after itself',
      ),
      { cause },
    )
  }
}

async function holder(): Promise<string> {
  try {
    return await text(connect(address))
  } catch {
    return 'a process that is just ending'
  }
}
