import { expect, test } from '@jest/globals'
import { checkedBody } from '../check/documents.ts'

test('a requirement on the host is not an error, and says what to check there', async () => {
  const { findings, valid } = await checkedBody('failCgroupV1: true\nsingleProcessOOMKill: false\n')
  expect(valid).toBe(true)
  const told = findings.filter(({ rule }) => rule === 'V68')
  expect(told.map(({ rule, severity, fatal, line }) => ({ rule, severity, fatal, line }))).toEqual([
    { rule: 'V68', severity: 'info', fatal: false, line: 3 },
    { rule: 'V68', severity: 'info', fatal: false, line: 4 },
  ])
  expect(told[0]?.message).toBe('depends on the host: failCgroupV1 true stops the kubelet on cgroup v1')
})

test('a default is not reported', async () => {
  const { findings } = await checkedBody('maxPods: 5\n')
  expect(findings.filter(({ rule }) => rule === 'V68')).toEqual([])
})
