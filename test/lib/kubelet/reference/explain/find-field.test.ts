import { describe, expect, test } from '@jest/globals'
import { type FoundField, findField, isDocument } from '../../../../../src/lib/kubelet/reference/explain/find-field.ts'

describe('a field is found', () => {
  test.each([
    ['maxPods', 'maxPods'],
    ['.maxPods', 'maxPods'],
    ['authentication.webhook.cacheTTL', 'authentication.webhook.cacheTTL'],
    ['registerWithTaints', 'registerWithTaints'],
    ['authentication.', 'authentication'],
    ['authentication.webhook.', 'authentication.webhook'],
    ['registerWithTaints[]', 'registerWithTaints[]'],
    ['registerWithTaints[].key', 'registerWithTaints[].key'],
    ['KubeletConfiguration.maxPods', 'maxPods'],
    ['registerWithTaints[3].key', 'registerWithTaints[].key'],
    ['registerWithTaints.key', 'registerWithTaints[].key'],
    ['evictionHard{}', 'evictionHard{}'],
    ['evictionHard[memory.available]', 'evictionHard{}'],
    ['evictionHard.memory.available', 'evictionHard{}'],
    ['reservedMemory[0].limits[hugepages-2Mi]', 'reservedMemory[].limits{}'],
    ['staticPodURLHeader[Authorization][0]', 'staticPodURLHeader{}[]'],
  ])('as %s', (text, path) => {
    expect(findField(text)).toMatchObject({ path })
  })
})

describe('a value of a map is found with its key', () => {
  test.each([
    ['evictionHard[memory.available]', 'memory.available'],
    ['evictionHard.memory.available', 'memory.available'],
    ['featureGates.NodeSwap', 'NodeSwap'],
    ['evictionHard{}', undefined],
    ['evictionHard[]', undefined],
    ['evictionHard.', undefined],
    ['staticPodURLHeader[Authorization][0]', undefined],
  ])('%s: %s', (text, key) => {
    expect((findField(text) as FoundField).key).toBe(key)
  })
})

test.each([
  ['KubeletConfiguration', true],
  ['kubeletconfiguration', true],
  ['KubeletConfiguration.', true],
  ['.', true],
  ['', false],
  ['kind', false],
  ['KubeletConfigurations', false],
])('%j means the document: %j', (text, expected) => {
  expect(isDocument(text)).toBe(expected)
})

describe('no field', () => {
  test.each([
    ['maxpods', 'maxpods', 'write maxPods'],
    ['maxPod', 'maxPod', 'did you mean maxPods?'],
    ['cacheTTL', 'cacheTTL', 'it belongs at authentication.webhook.cacheTTL'],
    ['logging.formats', 'logging.formats', 'did you mean format?'],
    ['port.number', 'number', 'port has nothing below it'],
    ['registerWithTaints.keys', 'registerWithTaints[].keys', 'did you mean key?'],
    ['KubeletConfigurations', 'KubeletConfigurations', undefined],
    ['', '""', undefined],
    ['..', '""', undefined],
    ['__proto__', '__proto__', undefined],
  ])('is at %s', (text, missing, remedy) => {
    expect(findField(text)).toEqual({ missing, remedy })
  })

  test.each([
    ['log', 1, 0],
    ['tls', 5, 0],
    ['period', 8, 1],
  ])('is at %s, but %i fields are named like it, and %i more', (text, shown, more) => {
    expect(findField(text)).toMatchObject({
      missing: text,
      similar: { names: Array(shown).fill(expect.any(String)), more },
    })
  })
})
