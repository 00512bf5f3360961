import { describe, expect, test } from '@jest/globals'
import { systemClock } from '../../../src/lib/machine/clock.ts'
import type { Clock } from '../../../src/lib/ports/clock.ts'
import { InProcess } from '../../support/in-process.ts'

const never = new AbortController().signal
/** The machine's timers know no fractions of a millisecond. */
const grain = 1

/** What src/lib/ports/clock.ts promises. */
function describeClock(name: string, open: () => { readonly clock: Clock } & Disposable): void {
  describe(name, () => {
    test('sleeps for so many milliseconds', async () => {
      using world = open()
      const { clock } = world
      const [began, at] = [clock.monotonic(), clock.now()]
      await clock.sleep(20, never)
      expect(clock.monotonic() - began).toBeGreaterThanOrEqual(20 - grain)
      expect(clock.now() - at).toBeGreaterThanOrEqual(20 - grain)
    })
    test('sleeps no longer than its signal lets it', async () => {
      using world = open()
      const stop = new AbortController()
      const sleeping = world.clock.sleep(2 ** 30, stop.signal)
      stop.abort('enough')
      await expect(sleeping).rejects.toBe('enough')
      await expect(world.clock.sleep(2 ** 30, stop.signal)).rejects.toBe('enough')
    })
    test('runs something once, and never before it returns', async () => {
      using world = open()
      const ran: string[] = []
      world.clock.after(5, () => ran.push('later'))
      world.clock.after(0, () => ran.push('soon'))
      ran.push('returned')
      await world.clock.sleep(20, never)
      expect(ran).toEqual(['returned', 'soon', 'later'])
    })
    test('does not run what was called off', async () => {
      using world = open()
      const ran: string[] = []
      const callOff = world.clock.after(5, () => ran.push('too late'))
      callOff()
      await world.clock.sleep(20, never)
      callOff()
      expect(ran).toEqual([])
    })
  })
}

describeClock('the clock of the machine', () => ({ clock: systemClock, [Symbol.dispose]: () => {} }))
describeClock('the time of the sandbox', () => new InProcess({ nodes: 1 }))
