import { describe, expect, test } from '@jest/globals'
import { findField } from '../../../../src/lib/config/explain/find-field.ts'

describe('a field is found', () => {
  test.each([
    ['maxPods', 'maxPods'],
    ['.maxPods', 'maxPods'],
    ['authentication.webhook.cacheTTL', 'authentication.webhook.cacheTTL'],
    ['registerWithTaints', 'registerWithTaints'],
    ['registerWithTaints[]', 'registerWithTaints[]'],
    ['registerWithTaints[].key', 'registerWithTaints[].key'],
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

describe('no field', () => {
  test.each([
    ['maxpods', 'maxpods', 'write maxPods'],
    ['maxPod', 'maxPod', 'did you mean maxPods?'],
    ['cacheTTL', 'cacheTTL', 'it belongs at authentication.webhook.cacheTTL'],
    ['logging.formats', 'logging.formats', 'did you mean format?'],
    ['port.number', 'number', 'port has nothing below it'],
    ['registerWithTaints.keys', 'registerWithTaints[].keys', 'did you mean key?'],
    ['', '""', undefined],
    ['..', '""', undefined],
    ['__proto__', '__proto__', undefined],
  ])('is at %s', (text, missing, remedy) => {
    expect(findField(text)).toEqual({ missing, remedy })
  })
})
