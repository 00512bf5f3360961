import { expect, test } from '@jest/globals'
import { checked } from '../../kubelet/check/documents.ts'

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

test.each<[what: string, body: string, place: string, said: RegExp]>([
  ['no space after a colon', 'maxPods:110\n', '3:9', /space is missing after the colon/],
  ['the same above another field', 'maxPods:110\nport: 10250\n', '3:9', /space is missing after the colon/],
  ['a no-break space after a colon', 'maxPods:\u00a0110\n', '3:9', /U\+00A0 is not a space in YAML/],
  ['a line that is too far in', 'maxPods: 110\n   port: 10250\n', '4:4', /indented further than the field above/],
  [
    'an ellipsis in a mapping',
    'authentication:\n  anonymous:\n    enabled: false\n  ...\nport: 1\n',
    '6:3',
    /ellipsis/,
  ],
  ['an ellipsis of one character', 'maxPods: 110\n…\nport: 10250\n', '4:1', /ellipsis/],
  ['three dots between fields', 'maxPods: 110\n...\nport: 10250\n', '4:1', /^'\.\.\.' ends the YAML document/],
  ['three dots, and two documents', 'maxPods: 110\n...\n---\nport: 10250\n', '4:1', /^'\.\.\.' ends the YAML document/],
  ['two documents', 'maxPods: 110\n---\nport: 10250\n', '5:1', /reads only the first YAML document/],
  ['text left of the document', ' maxPods: 110\nport: 10250\n', '3:2', /indent|reads only|spans/],
  ['a template', 'maxPods: {{ .Values.maxPods }}\n', '3:11', /template is not rendered/],
  ['braces', 'maxPods: {{a: 1}: 2}\n', '3:11', /template is not rendered/],
  ['another key', 'maxPods: {[a]: 2}\n', '3:11', /key is a list/],
])('%s', async (_what, body, place, said) => {
  const { findings } = await checked(header + body)
  const [first] = findings
  expect(`${first?.line}:${first?.column}`).toBe(place)
  expect(first?.message).toMatch(said)
})

test('no message repeats a value, which may be secret', async () => {
  for (const body of ['staticPodURL:secret\n', 'staticPodURL:\u00a0secret\n', 'address: a\n  port: secret\n'])
    expect(JSON.stringify((await checked(header + body)).findings)).not.toContain('secret')
})
