import { expect, test } from '@jest/globals'
import { newest } from '../../../../../src/lib/kubelet/model/releases.ts'
import { ruleExamples } from '../../../../../src/lib/kubelet/reference/explain/explain-rule.ts'
import { fileOf, header, named } from '../../../offline/read/inputs.ts'
import { validated } from '../../../offline/validate/reports/printed.ts'

test.each(Object.entries(ruleExamples))('%s is broken by its example, and alone', async (rule, example) => {
  const text = ['READ-EMPTY', 'DECODE-KIND'].includes(rule) ? example : `${header}${example}\n`
  const { documents } = await validated(named(fileOf('a.yaml', text)), [newest])
  expect(documents.flatMap(({ findings }) => findings.map((finding) => finding.rule))).toEqual([rule])
})
