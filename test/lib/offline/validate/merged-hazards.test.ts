import { expect, test } from '@jest/globals'
import type { Release } from '../../../../src/lib/kubelet/model/releases.ts'
import { checkTogether } from '../../../../src/lib/offline/validate/check-together.ts'
import { readDropIns } from '../../../../src/lib/offline/validate/drop-ins.ts'
import { readDocument } from '../../../../src/lib/yaml/read/read.ts'
import { fileOf, header } from '../read/inputs.ts'

/** `file:line rule: message` of the hazards of a file with drop-ins. */
async function hazardsOf(base: string, texts: readonly string[], release: Release = '1.36') {
  const files = texts.map((text, index) => fileOf(`${index}.conf`, header + text))
  const dropIns = await readDropIns({ path: 'd', ignored: undefined, files, others: [] })
  const [checked] = checkTogether(await readDocument(header + base), dropIns, [release])
  return checked!.findings
    .filter(({ stage }) => stage === 'operation')
    .map(({ file = 'base', line, rule, message }) => `${file}:${line} ${rule}: ${message}`)
}

const replaced = 'H07: maxPods 0 is replaced by the default 110'

test.each<[string, string, readonly string[], readonly string[]]>([
  ['of a drop-in over the file', 'maxPods: 50', ['maxPods: 0'], [`0.conf:3 ${replaced}`]],
  ['of a drop-in alone', '', ['maxPods: 0'], [`0.conf:3 ${replaced}`]],
  ['of the file', 'maxPods: 0', [''], [`base:3 ${replaced}`]],
  ['of the last drop-in', '', ['maxPods: 50', '\nmaxPods: 0'], [`1.conf:4 ${replaced}`]],
  ['but not one that a later file replaces', 'maxPods: 0', ['maxPods: 0', 'maxPods: 50'], []],
  [
    'of the rotation that is switched off',
    'rotateCertificates: false',
    [''],
    ['base:3 H23: rotateCertificates false lets the client certificate of the kubelet expire'],
  ],
])('a zero that a default replaces is told: %s', async (_name, base, texts, expected) => {
  expect(await hazardsOf(base, texts)).toEqual(expected)
})

test('up to 1.31, a zero of a drop-in counts', async () => {
  expect(await hazardsOf('', ['maxPods: 0\nrotateCertificates: false'], '1.31')).toEqual([
    '0.conf:3 H07: maxPods 0 is fewer than the pods that a node itself needs',
    '0.conf:4 H23: rotateCertificates false lets the client certificate of the kubelet expire',
  ])
  expect(await hazardsOf('maxPods: 0', [''], '1.31')).toEqual([`base:3 ${replaced}`])
})

test.each([
  ['evictionHard: {memory.available: 100%}', 'H01'],
  ['evictionSoft: {memory.available: 50Mi}\nevictionSoftGracePeriod: {memory.available: 1m}', 'H03'],
  ['evictionHard: {nodefs.available: 60%}', 'H04'],
  ['systemReserved: {memory: 512m}', 'H06'],
  ['podPidsLimit: 0', 'H08'],
  ['nodeLeaseDurationSeconds: 300', 'H09'],
  ['cgroupDriver: Systemd', 'H12'],
  ['contentType: application/foo', 'H13'],
  ['authentication: {anonymous: {enabled: true}}', 'H16'],
  ['authorization: {mode: AlwaysAllow}', 'H17'],
  ['readOnlyPort: 10255', 'H18'],
  ['eventRecordQPS: 0', 'H20'],
  ['enableServer: false', 'H24'],
  ['featureGates: {AllAlpha: true}', 'H28'],
  ['authentication: {webhook: {enabled: false}}', 'H31'],
])('%s of a drop-in is a hazard in its own file, %s', async (text, rule) => {
  const found = await hazardsOf('maxPods: 50', [text], '1.34')
  expect(found).toContainEqual(expect.stringMatching(new RegExp(`^0\\.conf:3 ${rule}: `)))
})
