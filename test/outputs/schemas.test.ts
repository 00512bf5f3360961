import { describe, expect, test } from '@jest/globals'
import { exitTable } from '../../src/lib/cli/exit.ts'
import { outputVersion } from '../../src/lib/names.ts'
import { toneOfState } from '../../src/lib/render/sizes.ts'
import { goldenJson } from './goldens.ts'
import { type Mutation, mutationsOf } from './mutations.ts'
import { outputSchemas, schemaNameOf, schemas, validatorOf } from './schemas.ts'

test.each(goldenJson)('$command prints what its schema says', ({ output }) => {
  const validate = validatorOf(schemaNameOf(output))
  expect(validate(output) ? [] : validate.errors).toEqual([])
})

/** An entry of an array is a document, too. */
const documents = goldenJson.flatMap(({ output }) => (Array.isArray(output) ? [output, ...output] : [output]))

describe.each(outputSchemas)('%s', (name) => {
  const examples = documents.filter((document) => schemaNameOf(document) === name)

  test('describes outputs that were seen', () => {
    expect(examples).not.toEqual([])
  })

  test('takes no document with a field more or less than it says', () => {
    const accepted = examples
      .flatMap(mutationsOf)
      .filter((mutation) => !isAllowed(name, mutation) && validatorOf(name)(mutation.document))
    expect(accepted.map(({ what }) => what)).toEqual([])
  })

  test('says what it is, and is found where it says', () => {
    expect(schemas.get(name)).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `https://${outputVersion.replace('/', '/schemas/')}/${name}.json`,
      title: name,
      description: expect.stringMatching(/^What .*\.$/),
    })
  })
})

/** What is left out when there is nothing to say, and the objects of Kubernetes, which are not ours to describe. */
function isAllowed(name: string, { what }: Mutation): boolean {
  if (name === 'List') return /^items\.\d+/.test(what)
  return / lacks (before|after|remedy)$/.test(what)
}

test('a change has a value before or after', () => {
  const diff = documents.find((document) => schemaNameOf(document) === 'Diff')
  expect(validatorOf('Diff')({ ...(diff as object), changes: [{ path: 'maxPods' }] })).toBe(false)
})

describe('words', () => {
  test('a failure is called as its exit code is', () => {
    const { done, differs, bug, ...failures } = exitTable
    expect(schemas.get('definitions')).toHaveProperty('$defs.failure.enum', Object.keys(failures))
  })

  test('every state of a node is known', () => {
    const states = expect.arrayContaining(Object.keys(toneOfState))
    expect(schemas.get('NodeSizeList')).toHaveProperty('properties.items.items.properties.state.enum', states)
  })
})
