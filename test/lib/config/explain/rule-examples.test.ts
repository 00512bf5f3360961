import { expect, test } from '@jest/globals'
import { ruleExamples } from '../../../../src/lib/config/explain/rule-examples.ts'
import { newest } from '../../../../src/lib/config/releases.ts'
import { fileOf, header, named } from '../../flows/files/inputs.ts'
import { validated } from '../../render/reports/printed.ts'

test.each(Object.entries(ruleExamples))('%s is broken by its example, and alone', async (rule, example) => {
  const text = ['READ-EMPTY', 'DECODE-KIND'].includes(rule) ? example : `${header}${example}\n`
  const { documents } = await validated(named(fileOf('a.yaml', text)), [newest])
  expect(documents.flatMap(({ findings }) => findings.map((finding) => finding.rule))).toEqual([rule])
})
