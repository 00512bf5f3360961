import { setTimeout as sleep } from 'node:timers/promises'

export interface LiveHeap extends Disposable {
  /** What is left after a collection, in bytes: objects, and buffers outside of the heap. */
  measure(): Promise<number>
}

interface Usage {
  readonly usedSize: number
  readonly backingStorageSize: number
}

/** That of a Node.js process with `--inspect=127.0.0.1:PORT`. */
export async function liveHeapAt(port: number): Promise<LiveHeap> {
  const socket = new WebSocket(await debuggerUrl(port))
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', reject)
  })
  let last = 0
  const ask = (method: string): Promise<unknown> =>
    new Promise((resolve) => {
      const id = ++last
      const listen = ({ data }: MessageEvent): void => {
        const answer = JSON.parse(String(data)) as { readonly id?: number; readonly result?: unknown }
        if (answer.id !== id) return
        socket.removeEventListener('message', listen)
        resolve(answer.result)
      }
      socket.addEventListener('message', listen)
      socket.send(JSON.stringify({ id, method }))
    })
  return {
    async measure() {
      // What the first collection finalizes is garbage for the second.
      for (let times = 0; times < 2; times++) {
        await ask('HeapProfiler.collectGarbage')
        await sleep(200)
      }
      const { usedSize, backingStorageSize } = (await ask('Runtime.getHeapUsage')) as Usage
      return usedSize + backingStorageSize
    },
    [Symbol.dispose]: () => socket.close(),
  }
}

async function debuggerUrl(port: number): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/list`)
  const [target] = (await answer.json()) as readonly { readonly webSocketDebuggerUrl: string }[]
  return target!.webSocketDebuggerUrl
}
