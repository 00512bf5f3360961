import { expect, test } from '@jest/globals'
import { closestMatch } from 'leven'
import { fields } from '../../../../src/lib/kubelet/data/fields.ts'
import { closest } from '../../../../src/lib/kubelet/model/closest.ts'
import { seeded } from '../../quantity/seeded.ts'

test.each([
  ['maxPod', 'maxPods'],
  ['kubeAPIQSP', 'kubeAPIQPS'],
  ['a', undefined],
  ['', undefined],
])('%s is near %s', (text, expected) => {
  expect(closest(text, ['port', 'maxPods', 'kubeAPIBurst', 'kubeAPIQPS'], 2)).toBe(expected)
})

test('finds everything that counting edits would find', () => {
  const below = seeded(3)
  const names = fields.map(({ path }) => path)
  const edited = (text: string): string => {
    const at = below(text.length + 1)
    return text.slice(0, at) + ['', 'x', 'P'][below(3)] + text.slice(at + below(3))
  }
  for (let i = 0; i < 1_000; i++) {
    const text = Array.from({ length: below(4) }).reduce<string>(edited, names[below(names.length)]!)
    const maxDistance = below(4)
    const found = closest(text, names, maxDistance)
    expect({ text, maxDistance, found }).toEqual({
      ...{ text, maxDistance },
      found: closestMatch(text, [...names], { maxDistance }),
    })
  }
})
