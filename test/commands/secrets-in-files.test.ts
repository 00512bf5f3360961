import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { runHosted } from '../support/run-hosted.ts'

const header = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const folder = mkdtempSync(join(tmpdir(), 'secrets-in-files-'))
const url = 'https://jane:hunter2@pods.example'

test.each([
  ['a token', 'hunter2\n'],
  ['a quoted token', '"hunter2"\n'],
  ['a private key', '-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----\n'],
  ['a token after an unknown tag', '!hunter2 hunter2\n'],
  ['a token as an alias', '*hunter2\n'],
  ['a token in a ConfigMap', 'apiVersion: v1\nkind: ConfigMap\ndata:\n  kubelet: hunter2\n'],
  ['a header that is a string', `${header}staticPodURLHeader: hunter2\n`],
  ['a header whose values are strings', `${header}staticPodURLHeader: {Authorization: hunter2}\n`],
  ['a valid header', `${header}staticPodURLHeader: {Authorization: [hunter2]}\n`],
  ['a header in the wrong case', `${header}StaticPodURLHeader: {Authorization: [hunter2]}\n`],
  ['an unknown field', `${header}staticPodToken: hunter2\n`],
  ['a password in a URL', `${header}staticPodURL: ${url}\n`],
  ['a URL in fields that are no URL', `${header}maxPods: ${url}\nhairpinMode: ${url}\nclusterDNS: ['${url}']\n`],
])('%s in a file is not printed', async (_what, text) => {
  const [file, other] = [join(folder, 'file.yaml'), join(folder, 'other.yaml')]
  writeFileSync(file, text)
  writeFileSync(other, `${header}staticPodURL: https://pods.example\n`)
  const runs = [
    ['validate', file],
    ['validate', file, '-o', 'json'],
    ['check-change', other, file],
    ['check-change', file, other, '-o', 'json'],
    ['defaults', '-f', file, '-o', 'json'],
    ['upgrade-check', file, '--from=1.36', '--to=1.37'],
  ].map((args) => runHosted(['kubeletcfg', ...args]))
  for (const { stdout, stderr, exit } of await Promise.all(runs)) {
    expect([0, 3, 5]).toContain(exit)
    expect(`${stdout}${stderr}`).not.toBe('')
    expect(`${stdout}${stderr}`).not.toContain('hunter2')
  }
})
