import { expect, test } from '@jest/globals'
import type { InProcess } from './in-process.ts'

export type RequestRow = readonly [
  verb: string,
  requests: number,
  rounds: number,
  roundTrips: number,
  worldOf: () => InProcess | Promise<InProcess>,
  run: (world: InProcess) => Promise<unknown>,
]

/**
 * What a verb asks of the API server: how many requests, how many times in a row it waits for one, and how many round trips
 * that takes from connect to exit, those of TCP and TLS included.
 */
export const testRequests = (rows: readonly RequestRow[]): void =>
  test.each(rows)(
    '%s: %i requests, %i in a row, %i round trips',
    async (_verb, requests, rounds, roundTrips, worldOf, run) => {
      using world = await worldOf()
      expect(await world.count(() => run(world))).toEqual({ requests, rounds, roundTrips })
    },
  )
