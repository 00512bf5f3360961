import { expect, test } from '@jest/globals'
import { readParts } from '../../../../src/lib/yaml/read/read-parts.ts'

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'

/** What reading a text finds, and what to do about it. */
async function problemIn(text: string): Promise<string> {
  const { parts } = await readParts(new TextEncoder().encode(text))
  return parts[0]!.reading.findings.map(({ line, rule, remedy }) => `${line} ${rule} ${remedy}`).join()
}

const render = 'render the template first'
test.each([
  ['{{- if .Values.x }}\nmaxPods: 5\n{{- end }}\n', `3 READ-SYNTAX ${render}`],
  ['maxPods: 5\n{{ toYaml .Values.kubelet }}\n', `4 READ-SYNTAX ${render}`],
  ['maxPods: {{- .Values.x }}\n', `3 READ-SYNTAX ${render}`],
  ['clusterDNS:\n  {{ range .Dns }}\n  - {{ . }}\n  {{ end }}\n', `5 READ-SYNTAX ${render}`],
  ['{% if x %}\nmaxPods: 5\n{% endif %}\n', `3 READ-SYNTAX ${render}`],
  ['clusterDNS:\n- {% x %}\n', `4 READ-SYNTAX ${render}`],
  ['maxPods: {{ .Values.x }}\n', `3 READ-KEY ${render}, or put braces that are text in quotes`],
  ['clusterDomain: "{{ x }}"\nmaxPods: [\n', '4 READ-SYNTAX undefined'],
])('a template: %j', async (body, expected) => {
  expect(await problemIn(header + body)).toBe(expected)
})

const resolve = 'READ-SYNTAX resolve it, and remove the conflict markers'
test.each([
  [`${header}<<<<<<< HEAD\nmaxPods: 5\n=======\nmaxPods: 6\n>>>>>>> b\n`, `3 ${resolve}`],
  [`${header}<<<<<<< HEAD\r\nmaxPods: 5\r\n=======\r\n`, `3 ${resolve}`],
  [`${header}maxPods: 5\n=======\nmaxPods: 6\n`, `4 ${resolve}`],
  ['{"kind": "KubeletConfiguration",\n<<<<<<< HEAD\n"maxPods": 5}', `2 ${resolve}`],
  [`${header}# =======\nmaxPods: [\n`, '4 READ-SYNTAX undefined'],
  [`${header}maxPods: [\n========\n`, '3 READ-SYNTAX undefined'],
])('a merge conflict: %j', async (text, expected) => {
  expect(await problemIn(text)).toBe(expected)
})

test('of two YAML documents, the second with a conflict', async () => {
  const { parts } = await readParts(
    new TextEncoder().encode(`apiVersion: v1\nkind: Pod\n---\n${header}<<<<<<< HEAD\nmaxPods: 5\n`),
  )
  expect(parts[0]?.reading.findings).toMatchObject([{ line: 6, message: 'unresolved merge conflict' }])
})
