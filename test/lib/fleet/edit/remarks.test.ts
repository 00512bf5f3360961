import '../../../../src/lib/fleet/push/push-messages.ts'
import '../../../../src/lib/offline/read/file-messages.ts'
import { expect, test } from '@jest/globals'
import { review } from '../../../../src/lib/fleet/change/review.ts'
import { editRemarks } from '../../../../src/lib/fleet/edit/remarks.ts'
import type { PushNote } from '../../../../src/lib/fleet/push/push-messages.ts'
import { refusalOf } from '../../../../src/lib/kubelet/check/problems.ts'
import { type Fact, fileSubject } from '../../../../src/lib/message/fact.ts'
import type { FileFact } from '../../../../src/lib/offline/read/file-messages.ts'
import { readText } from '../../../../src/lib/yaml/read/read.ts'

const subject = fileSubject('draft.yaml')
const lines = (...remarks: Fact[]) => editRemarks({ mark: '#~', remarks }).slice(2)

test('a text that is opened first has an introduction', () => {
  expect(editRemarks({ mark: '#~~', remarks: [] })).toEqual([
    'Edit the document below. Lines that begin with #~~ are ignored.',
    'To cancel, close the editor without saving a change, or save an empty file.',
    '',
  ])
})

test('a line of a finding is the one in the editor, below the remarks', async () => {
  const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
  const because = refusalOf(subject, review(await readText(`${header}maxPods: -1\nmaxPod: 1\n`), ['1.36']))!
  const refused: PushNote = { reason: 'PushRefused', because }
  expect(lines(refused)).toEqual([
    '',
    'The document was not pushed: 2 problems for kubelet 1.36',
    '  line 10: error V25 maxPods -1 must not be negative',
    expect.stringMatching(/^ {2}line 11: error STRICT-UNKNOWN maxPod: unknown field/),
    '',
  ])
})

test('the positions of several documents are in the editor as well', () => {
  const held = [
    { name: 'KubeletConfiguration', line: 1, column: 1 },
    { name: 'KubeletConfiguration', line: 4, column: 1 },
  ]
  const several: FileFact = { reason: 'SeveralConfigurationsInFile', subject, held }
  const remarks = lines(several)
  const first = 1 + 2 + remarks.length
  expect(remarks.join('\n')).toContain(`${first}:1`)
  expect(remarks.join('\n')).toContain(`${first + 3}:1`)
})
