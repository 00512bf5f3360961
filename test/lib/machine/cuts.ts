/** A program: cuts the acts that its argument matches off before each of their steps, and prints what was wrong then. */
import { cutActs } from './cut-acts.ts'
import { aroundFileCalls } from './file-calls.ts'

let stepsLeft = Number.POSITIVE_INFINITY
let frozen: () => void = () => undefined
/** How the process ends: nothing of it runs any more. */
const never = new Promise<never>(() => undefined)

await aroundFileCalls(({ name, args, handle }, proceed) => {
  stepsLeft -= 1
  if (stepsLeft > 0) return proceed()
  frozen()
  // Half of the bytes have arrived.
  if (handle !== undefined && name === 'writeFile' && stepsLeft === 0) {
    const bytes = Buffer.from(args[0] as string)
    void proceed(bytes.subarray(0, bytes.length / 2))
  }
  return never
})

const found: { act: string; steps: number; wrong: string[] }[] = []
const chosen = new RegExp(process.argv[2] ?? '')
for (const { name, prepare, act, check, done } of cutActs.filter((one) => chosen.test(one.name))) {
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
    const tell = (error: unknown) => wrong.push(`step ${steps}: ${String(error)}`)
    if (isOver) await done(await side.start(), side).catch(tell)
    await check(await side.start(), side).catch(tell)
  }
  found.push({ act: name, steps: steps - 1, wrong })
}
process.stdout.write(JSON.stringify(found))
