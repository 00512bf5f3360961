/** A program: cuts the acts that its argument matches off before each of their steps, and prints what was wrong then. */
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { cutActs } from './cut-acts.ts'

/** What changes a disk. */
const calls = ['open', 'rename', 'link', 'rm', 'symlink', 'mkdir', 'truncate'] as const
const fileCalls = ['writeFile', 'chmod', 'chown', 'sync', 'truncate'] as const

type Call = (...args: unknown[]) => unknown
type Calls = Record<string, Call>

let stepsLeft = Number.POSITIVE_INFINITY
let frozen: () => void = () => undefined
/** How the process ends: nothing of it runs any more. */
const never = new Promise<never>(() => undefined)

function wrap(target: Calls, name: string): void {
  const original = target[name]!
  target[name] = function step(this: unknown, ...args: unknown[]): unknown {
    stepsLeft -= 1
    if (stepsLeft > 0) return original.apply(this, args)
    frozen()
    // Half of the bytes have arrived.
    if (name === 'writeFile' && stepsLeft === 0)
      void original.call(this, Buffer.from(args[0] as string).subarray(0, Buffer.byteLength(args[0] as string) / 2))
    return never
  }
}

const handle = await fs.open('/dev/null')
for (const name of fileCalls) wrap(Object.getPrototypeOf(handle) as Calls, name)
await handle.close()
for (const name of calls) wrap(fs as unknown as Calls, name)
syncBuiltinESMExports()

const found: { act: string; steps: number; wrong: string[] }[] = []
const chosen = new RegExp(process.argv[2] ?? '')
for (const { name, prepare, act, check } of cutActs.filter((one) => chosen.test(one.name))) {
  const wrong: string[] = []
  let steps = 0
  for (let isOver = false; !isOver; steps++) {
    await using side = await prepare()
    const ports = await side.start()
    const cut = new Promise<'cut'>((resolve) => {
      frozen = () => resolve('cut')
    })
    stepsLeft = steps + 1
    const end = await Promise.race([act(ports, side).then(() => 'over' as const), cut])
    // A write that was cut in half is on the disk before the next life.
    await new Promise((resolve) => setTimeout(resolve, 2))
    stepsLeft = Number.POSITIVE_INFINITY
    isOver = end === 'over'
    await check(await side.start(), side).catch((error: unknown) => wrong.push(`step ${steps}: ${String(error)}`))
  }
  found.push({ act: name, steps: steps - 1, wrong })
}
process.stdout.write(JSON.stringify(found))
