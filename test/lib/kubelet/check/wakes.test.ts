import { expect, test } from '@jest/globals'
import { staged } from '../../../../src/lib/kubelet/check/staged.ts'
import { isGatePath, Watched } from '../../../../src/lib/kubelet/defaults/watched.ts'
import { emptyDocument } from '../../../../src/lib/kubelet/model/empty-document.ts'
import { releases } from '../../../../src/lib/kubelet/model/releases.ts'
import { appliesTo } from '../../../../src/lib/kubelet/rules/rule.ts'

/**
 * A check is a function of what it reads. If it reports nothing about the empty document, it reports nothing about any
 * document without the fields and gates that it then read.
 */
const asked = staged.flatMap(({ rule, check, wakes }) =>
  releases
    .filter((release) => appliesTo(release, rule))
    .map((release) => {
      const config = new Watched(emptyDocument, release)
      const problems = [...check(config)]
      const read = [...config.seen].map((path) => (isGatePath(path) ? path : path.split('.', 1)[0]!))
      return {
        problems,
        missing: read.filter((name) => !wakes.includes(name)).map((name) => `${rule.id} reads ${name}`),
      }
    }),
)

test('no rule reports anything about the empty document', () => {
  expect(asked.flatMap(({ problems }) => problems)).toEqual([])
})

test('a rule declares all that can make it report: its fields, gates, and what else it reads', () => {
  expect([...new Set(asked.flatMap(({ missing }) => missing))]).toEqual([])
})
