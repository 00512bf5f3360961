import { expect, test } from '@jest/globals'
import type { Ran } from '../../support/run-process.ts'
import { kubeletcfg } from '../commands.ts'
import {
  configMap,
  configuration,
  createConfigMap,
  globalName,
  leaveNoDocuments,
  patchConfigMap,
  push,
} from './documents.ts'
import { interpose } from './interposer.ts'

leaveNoDocuments()

const secret = 'hunter2-secret'
const withHeader = (value: string): string => configuration(`staticPodURLHeader: {Authorization: [${value}]}`)

function expectSilence({ stdout, stderr }: Ran): void {
  expect(`${stdout}${stderr}`).not.toContain(secret)
}

const diff = (input: string, ...args: readonly string[]) =>
  kubeletcfg(['diff', '--filename=-', '--global', ...args], { input })

test('diff tells that a header differs, and not what it is', async () => {
  await push(withHeader(`Bearer ${secret}-old`), ['--global'])
  for (const format of ['text', 'json', 'yaml']) {
    const ran = await diff(withHeader(`Bearer ${secret}`), `--output=${format}`)
    expectSilence(ran)
    expect(ran.stdout).toContain('staticPodURLHeader[Authorization]')
    expect(ran.exit).toBe(1)
  }
})

test('push tells that a header differs, and not what it is', async () => {
  for (const text of [withHeader(`${secret}-1`), withHeader(`${secret}-2`), configuration('maxPods: 50')]) {
    const ran = await push(text, ['--global', '--output=json', '--accept-risk=drain'])
    expectSilence(ran)
    expect(ran.stderr).toContain('staticPodURLHeader[Authorization]: ')
    expect(ran.exit).toBe(0)
  }
})

test('get prints what is stored, and says so', async () => {
  await push(withHeader(secret), ['--global'])
  expect(await kubeletcfg(['get', '--global'])).toEqual({
    stdout: withHeader(secret),
    stderr: `printed as stored, nothing redacted (configmap/${globalName})\n`,
    exit: 0,
  })
})

const broken: [string, string][] = [
  ['text for a map', configuration(`staticPodURLHeader: ${secret}`)],
  ['text for a list', configuration(`staticPodURLHeader: {Authorization: ${secret}}`)],
  ['a map for text', configuration(`staticPodURLHeader: {Authorization: [{a: ${secret}}]}`)],
  ['a list that is not closed', configuration(`staticPodURLHeader: {Authorization: [${secret}`)],
  ['text that is not closed', configuration(`staticPodURLHeader: {Authorization: ["${secret}]}`)],
  ['the field in the wrong case', configuration(`staticPodUrlHeader: {Authorization: [${secret}]}`)],
  ['the field in the wrong place', configuration(`authentication: {staticPodURLHeader: {A: [${secret}]}}`)],
  ['a key given twice', configuration(`staticPodURLHeader: {A: [${secret}], A: [${secret}]}`)],
  ['no kind', `staticPodURLHeader: {Authorization: [${secret}]}\n`],
]

test.each(broken)('no complaint about it shows a header: %s', async (_, text) => {
  const refused = await push(text, ['--global'])
  expect(refused.exit).toBe(3)
  const forced = await push(text, ['--global', '--skip-validation', '--output=json'])
  expect((await configMap(globalName)).data).toEqual({ kubelet: text })
  const others = await Promise.all([
    kubeletcfg(['validate', '-', '--output=json'], { input: text }),
    kubeletcfg(['list']),
    kubeletcfg(['source', 'node-a', '--output=json']),
    diff(text),
    diff(configuration('maxPods: 50')),
  ])
  for (const ran of [refused, forced, ...others]) expectSilence(ran)
})

test('a conflict does not show the header that somebody else wrote', async () => {
  await createConfigMap(globalName, { data: { kubelet: configuration('maxPods: 50') } })
  await using interposer = await interpose({
    before: ({ method }) => method === 'PATCH',
    meanwhile: () => patchConfigMap(globalName, { data: { kubelet: withHeader(secret) } }),
  })
  const lost = await push(configuration('maxPods: 60'), ['--global'], { kubeconfig: interposer.kubeconfig })
  expect(lost.stderr).toContain('staticPodURLHeader[Authorization]: (unset) → <redacted>')
  expect(lost.exit).toBe(4)
  expectSilence(lost)
})
