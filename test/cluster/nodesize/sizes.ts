import { expect } from '@jest/globals'
import { nodesize } from '../commands.ts'
import type { NodeName } from '../machine/nodes.ts'
import type { Requests } from './balloons.ts'

/** An item of `nodesize get -o json`. */
export interface Size {
  readonly node: string
  readonly state: string
  readonly reason: string | null
  readonly size: Requests
  readonly allocatable: Requests
  readonly balloon: Requests
  readonly requested: Requests
  readonly free: Requests
  readonly unschedulable: boolean
  readonly balloonPod: string | null
}

export async function sizeOf(node: NodeName): Promise<Size> {
  const { exit, stdout, stderr } = await nodesize(['get', node, '--output=json'])
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' })
  return JSON.parse(stdout).items[0]
}

/** An item of what `nodesize set -o json` and `nodesize reset -o json` print. */
export interface Change {
  readonly node: string
  readonly outcome: string
  readonly error: string | null
  readonly before: Requests
  readonly after: Requests
}

export const changesOf = (stdout: string): readonly Change[] => JSON.parse(stdout).items
