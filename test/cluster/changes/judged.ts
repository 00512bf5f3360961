import { expect } from '@jest/globals'
import { withFields } from '../configuration.ts'
import { kubectl } from '../kubectl.ts'
import { assessed } from './assessed.ts'
import type { ChangeCase } from './cases.ts'
import { type Aftermath, change, changeWithLess, live, podsOn, restartWith, restore } from './living-node.ts'

/** Carries a change out on a living node, as its class says and with one class less. */
export async function judged(node: string, base: string, { before, after, pods, less }: ChangeCase): Promise<void> {
  const [old, current] = [withFields(base, before), withFields(base, after)]
  const assessment = await assessed(old, current)
  try {
    await live(node, old, pods)
    if (less !== undefined) {
      const aftermath = await changeWithLess(node, current, assessment)
      // On a busy machine, a kubelet may start with what its Node offered before, and only its next start ends pods (ADR 36).
      const isLate = less === 'pods-fail' && isHarmless(aftermath)
      const seen = isLate ? await restartWith(node, current, await podsOn(node)) : aftermath
      expect(await harmOf(node, seen)).toBe(less)
      if (less === 'exits' && assessment.disruption !== 'state-file') await restore(node, old)
      await live(node, old, pods)
    }
    expect(await change(node, current, assessment)).toEqual({ exit: undefined, lost: [] })
  } catch (error) {
    await restore(node, old)
    throw error
  }
}

const isHarmless = ({ exit, lost }: Aftermath): boolean => exit === undefined && lost.length === 0

async function harmOf(node: string, { exit, lost }: Aftermath): Promise<ChangeCase['less'] | 'none'> {
  if (exit !== undefined) return 'exits'
  if (lost.length > 0) return 'pods-fail'
  return (await kubectl(['get', 'node', node, '--output=jsonpath={.spec.providerID}'])) === '' ? 'node-keeps' : 'none'
}
