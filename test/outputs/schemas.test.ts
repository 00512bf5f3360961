import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { exitTable } from '../../src/lib/cli/shell/exit-codes.ts'
import { disruptions } from '../../src/lib/kubelet/changes/disruption.ts'
import { ownCauses, statusCauses } from '../../src/lib/kubelet/model/cause.ts'
import { outputVersion } from '../../src/lib/names.ts'
import { toneOfState } from '../../src/lib/sizes/resize/output.ts'
import { goldenJson } from './goldens.ts'
import { mutationsOf } from './mutations.ts'
import { isOptional } from './optional.ts'
import { outputSchemas, schemaNameOf, schemas, validatorOf } from './schemas.ts'

test.each(goldenJson)('$from: its schema says so', ({ output }) => {
  const validate = validatorOf(schemaNameOf(output))
  expect(validate(output) ? [] : validate.errors).toEqual([])
})

test('every kind that the code prints has a schema', () => {
  const cwd = join(import.meta.dirname, '..', '..', 'src')
  const sources = globSync(['commands/**/*.ts', 'lib/cli/**/*.ts', 'lib/**/*{output,view,report,tables,data}.ts'], {
    cwd,
  })
  const kinds = sources.flatMap(
    (file) => readFileSync(join(cwd, file), 'utf8').match(/(?<=kind: ')[A-Z]\w+(?=')/g) ?? [],
  )
  expect([...new Set([...kinds, 'Validations'])].toSorted()).toEqual(outputSchemas)
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
      .filter((mutation) => !isOptional(name, mutation) && validatorOf(name)(mutation.document))
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

test('a change has a value before or after', () => {
  const diff = documents.find((document) => schemaNameOf(document) === 'Diff')
  expect(validatorOf('Diff')({ ...(diff as object), changes: [{ path: 'maxPods' }] })).toBe(false)
})

describe('words', () => {
  test('a failure is called as its exit code is', () => {
    const { done, differs, bug, hungUp, terminated, ...failures } = exitTable
    expect(schemas.get('definitions')).toHaveProperty('$defs.failure.enum', Object.keys(failures))
  })

  test('a finding has the causes that there are', () => {
    const causes = [...statusCauses, ...ownCauses]
    expect(schemas.get('definitions')).toHaveProperty('$defs.finding.properties.reason.enum', causes)
  })

  test('a change has the disruptions that --accept-risk knows', () => {
    expect(schemas.get('definitions')).toHaveProperty('$defs.disruption.enum', disruptions)
  })

  test('every state of a node is known', () => {
    const states = expect.arrayContaining(Object.keys(toneOfState))
    expect(schemas.get('NodeSizeList')).toHaveProperty('properties.items.items.properties.state.enum', states)
  })
})
