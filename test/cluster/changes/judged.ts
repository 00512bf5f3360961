import { expect } from '@jest/globals'
import { check } from '../../../src/lib/kubelet/check/check.ts'
import type { ConfigDocument } from '../../../src/lib/kubelet/model/document.ts'
import { type Assessment, assessChange } from '../../../src/lib/kubelet-changes/assess.ts'
import { readDocument } from '../../../src/lib/yaml/read/read.ts'
import { withFields } from '../configuration.ts'
import { kubectl } from '../kubectl.ts'
import type { ChangeCase } from './cases.ts'
import { type Aftermath, change, changeWithLess, live, restore } from './living-node.ts'

export const release = '1.36'

/** Carries a change out on a living node, as its class says and with one class less. */
export async function judged(node: string, base: string, { before, after, pods, less }: ChangeCase): Promise<void> {
  const [old, current] = [withFields(base, before), withFields(base, after)]
  const assessment = await assessed(old, current)
  try {
    await live(node, old, pods)
    if (less !== undefined) {
      expect(await harmOf(node, await changeWithLess(node, current, assessment))).toBe(less)
      if (less === 'exits' && assessment.disruption !== 'state-file') await restore(node, old)
      await live(node, old, pods)
    }
    expect(await change(node, current, assessment)).toEqual({ exit: undefined, lost: [] })
  } catch (error) {
    await restore(node, old)
    throw error
  }
}

async function harmOf(node: string, { exit, lost }: Aftermath): Promise<ChangeCase['less'] | 'none'> {
  if (exit !== undefined) return 'exits'
  if (lost.length > 0) return 'pods-fail'
  return (await kubectl(['get', 'node', node, '--output=jsonpath={.spec.providerID}'])) === '' ? 'node-keeps' : 'none'
}

export async function assessed(before: string, after: string): Promise<Assessment> {
  return assessChange(release, { before: await documentOf(before), after: await documentOf(after) })
}

async function documentOf(text: string): Promise<ConfigDocument> {
  const { document, valid, findings } = check(await readDocument(text), release)
  if (document === undefined || !valid) throw new Error(`not valid: ${JSON.stringify(findings)}`)
  return document
}
