import { describe, expect, test } from '@jest/globals'
import { gates } from '../../src/lib/kubelet/data/gates.ts'
import { rules as decodeRules } from '../../src/lib/kubelet/decode/decode-rules.ts'
import { newest, oldest, releases } from '../../src/lib/kubelet/model/releases.ts'
import { fieldTree } from '../../src/lib/kubelet/reference/explain/field-tree.ts'
import { gateRules, validationRules } from '../../src/lib/kubelet/rules/all.ts'
import { startupRules } from '../../src/lib/kubelet/startup/all.ts'
import { outputVersion } from '../../src/lib/names.ts'
import { explain } from '../../src/lib/offline/explain/explain.ts'
import { treeData } from '../../src/lib/offline/explain/field-tree.ts'
import { gateChanges, gateStates } from '../../src/lib/offline/explain/gate-tables.ts'
import { listGateChanges, listGates } from '../../src/lib/offline/explain/list-gates.ts'
import { renderExplanation } from '../../src/lib/offline/explain/output.ts'
import { validatorOf } from './schemas.ts'

/** Why the schema of its kind does not take this data. Golden files show some of what is known; here is all of it. */
function errorsOf(kind: string, data: object): readonly object[] {
  const validate = validatorOf(kind)
  return validate({ apiVersion: outputVersion, kind, ...data }) ? [] : (validate.errors ?? [])
}

const paths = [...new Set(releases.flatMap((release) => fieldTree(release).map(({ path }) => path)))]
const ruleIds = [
  ...Object.keys(decodeRules),
  ...[...gateRules, ...validationRules, ...startupRules].map(({ id }) => id),
]

/** Of a field, a gate or a rule, as explain prints it. */
function errorsOfExplaining(text: string): readonly object[] {
  const { kind, data } = renderExplanation(explain(text, newest))
  return errorsOf(kind, data).map((error) => ({ text, ...error }))
}

test('every field', () => {
  expect(paths.flatMap(errorsOfExplaining)).toEqual([])
})

test('every feature gate', () => {
  expect(Object.keys(gates).flatMap(errorsOfExplaining)).toEqual([])
})

test('every rule', () => {
  expect(ruleIds.flatMap(errorsOfExplaining)).toEqual([])
})

describe.each(releases)('kubelet %s', (release) => {
  test('fields', () => {
    const items = treeData(fieldTree(release))
    expect(errorsOf('FieldList', { kubernetesVersion: release, items })).toEqual([])
  })

  test('feature gates', () => {
    const items = listGates(release, []).map(gateStates.data)
    expect(errorsOf('GateList', { kubernetesVersion: release, items })).toEqual([])
  })
})

test.each(releases.slice(1))(`feature gates of kubelet %s since ${oldest}`, (to) => {
  const items = listGateChanges({ from: oldest, to }, []).map(gateChanges.data)
  expect(errorsOf('GateChangeList', { from: oldest, to, items })).toEqual([])
})
