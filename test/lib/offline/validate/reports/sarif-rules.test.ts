import { expect, test } from '@jest/globals'
import { hazards } from '../../../../../src/lib/kubelet/hazards/all.ts'
import { sarifRules } from '../../../../../src/lib/offline/validate/reports/sarif.ts'

test.each(hazards)('$id has a level and a help in SARIF', ({ id, severity, meaning, harm, remedy, source }) => {
  expect(sarifRules([id])).toEqual([
    {
      id,
      shortDescription: { text: meaning },
      fullDescription: { text: meaning },
      help: { text: expect.stringContaining(`${meaning}\n${harm}\nRemedy: ${remedy}.\n`) },
      defaultConfiguration: { level: severity === 'warning' ? 'warning' : 'note' },
    },
  ])
  expect(JSON.stringify(sarifRules([id]))).toContain(JSON.stringify(`Source: ${source}.`).slice(1, -1))
})
