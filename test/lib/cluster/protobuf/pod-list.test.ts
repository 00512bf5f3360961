import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import type { Pod } from '../../../../src/lib/api/pod.ts'
import { Malformed } from '../../../../src/lib/cluster/http/answer.ts'
import { podList } from '../../../../src/lib/cluster/protobuf/pod-list.ts'
import { podOf } from '../../../../src/lib/cluster/resources/pod-object.ts'

/** What kube-apiserver 1.36.3 answered, in protobuf and in JSON. */
const recorded = (name: string): { readonly protobuf: string; readonly json: { readonly items: readonly Pod[] } } =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'recorded', `${name}.json`), 'utf8'))
const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64')

const { protobuf, json } = recorded('pods')
interface Page {
  readonly metadata: object
  readonly items: Iterable<Pod>
}
const read = (body: Uint8Array): Page => podList.read(body) as Page

/** Fields that JSON has, and nothing of ours reads. */
const unread = new Set(['apiVersion', 'operator', 'blockOwnerDeletion', 'lastProbeTime', 'startedAt', 'terminated'])

const readPartOf = (pod: Pod): unknown =>
  JSON.parse(JSON.stringify(podOf(pod), (key, value) => (unread.has(key) ? undefined : value)))

describe('a list of pods in protobuf', () => {
  test('has what JSON has, of all that is read', () => {
    const items = [...read(bytesOf(protobuf)).items]
    expect(items.map(({ metadata }) => metadata.name)).toEqual(['bare', 'nodesize-balloon-scale-00000', 'rich'])
    expect(items.map(podOf)).toEqual(json.items.map(readPartOf))
  })
  test('can be read twice', () => {
    const { items } = read(bytesOf(protobuf))
    expect([...items]).toEqual([...items])
  })
  test('has the version of the list', () => {
    expect(read(bytesOf(protobuf)).metadata).toEqual({ resourceVersion: expect.stringMatching(/^\d+$/) })
  })
})

describe('what is not a list of pods is refused', () => {
  const whole = bytesOf(protobuf)
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['JSON', Buffer.from('{"kind":"PodList"}')],
    ['a Status', bytesOf(recorded('refusal').protobuf)],
    ['the prefix', whole.subarray(0, 4)],
  ])('%s', (_, body) => {
    expect(() => read(body)).toThrow(Malformed)
  })
  test('a body that was cut, wherever it was', () => {
    for (let length = 0; length < whole.length; length += 97)
      expect(() => [...read(whole.subarray(0, length)).items]).toThrow(Malformed)
  })
  test('damaged bytes give pods or a Malformed', () => {
    for (let i = 0; i < whole.length; i += 13) {
      const damaged = Buffer.from(whole)
      damaged[i] = damaged[i]! ^ 0x55
      try {
        expect([...read(damaged).items].every((pod) => typeof pod === 'object')).toBe(true)
      } catch (error) {
        expect(error).toBeInstanceOf(Malformed)
      }
    }
  })
})

test('a refusal in protobuf says what it says in JSON', () => {
  const { protobuf, json } = recorded('refusal')
  const { metadata: _, apiVersion: __, ...said } = json as unknown as Record<string, unknown>
  expect(podList.status(bytesOf(protobuf))).toEqual(said)
})
