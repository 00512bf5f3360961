import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, said } from '../../../src/lib/message/failure.ts'
import { instance, instanceVariable } from './instance.ts'
import { describeProcess } from './process-identity.ts'
import { note } from './progress.ts'

/** Held until this process ends. Failure 'conflict' names who holds it already. */
export async function takeLock(): Promise<void> {
  const cluster = addressOf(instance)
  if ((await listen(cluster)) !== undefined) return
  throw new Failure(
    'conflict',
    said(
      'ClusterInUse',
      `the test cluster is in use by ${await holderOf(cluster)}`,
      'wait until it ends, or end it with Ctrl-C; it cleans up after itself',
      `or start another beside it: ${instanceVariable}=NAME`,
    ),
  )
}

/** Does the work when nobody else on this host does any on the same path; says whom it waits for. */
export async function alone<Result>(path: string, work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  const lock = await waitFor(path, signal)
  try {
    return await work()
  } finally {
    lock.close()
  }
}

const pauseMs = 500

async function waitFor(path: string, signal: AbortSignal): Promise<Server> {
  const address = addressOf(createHash('sha256').update(path).digest('hex'))
  for (let told = false; ; told = true) {
    const lock = await listen(address)
    if (lock !== undefined) return lock
    if (!told) note(`wait for ${path}, which is made by ${await holderOf(address)}`)
    await sleep(pauseMs, undefined, { signal })
  }
}

/** An abstract Unix socket (unix(7)): one per host, and the kernel frees it however its holder ends. */
function addressOf(name: string): string {
  return `\u0000${name}`
}

/** Undefined when somebody listens already. */
async function listen(address: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.end(describeProcess(process.pid)))
  server.unref()
  server.listen(address)
  try {
    await once(server, 'listening')
    return server
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined
    throw error
  }
}

async function holderOf(address: string): Promise<string> {
  try {
    return await text(connect(address))
  } catch {
    return 'a process that is just ending'
  }
}
