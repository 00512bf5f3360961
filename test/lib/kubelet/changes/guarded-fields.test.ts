import { describe, expect, test } from '@jest/globals'
import { guardedFields, guards, weakenedFields } from '../../../../src/lib/kubelet/changes/guarded-fields.ts'
import { Effective } from '../../../../src/lib/kubelet/defaults/effective.ts'
import { releases } from '../../../../src/lib/kubelet/model/releases.ts'
import { findField } from '../../../../src/lib/kubelet/reference/explain/find-field.ts'
import { documentOf } from '../check/documents.ts'

/** Of each guarded field: values from the safest on, each step of which is for the worse; and another that is as good. */
const steps: Readonly<Record<string, { readonly worse: readonly string[]; readonly asGood?: readonly string[] }>> = {
  'authentication.anonymous.enabled': { worse: ['false', 'true'] },
  'authentication.x509.clientCAFile': { worse: ['/etc/kubernetes/pki/ca.crt', '/tmp/evil-ca.crt'] },
  'authentication.webhook.cacheTTL': { worse: ['2m', '87600h'], asGood: ['0s', '10s', '2m'] },
  'authorization.mode': { worse: ['Webhook', 'AlwaysAllow'] },
  'authorization.webhook.cacheAuthorizedTTL': { worse: ['5m', '87600h'], asGood: ['0s', '10s', '5m'] },
  readOnlyPort: { worse: ['0', '10255'] },
  enableServer: { worse: ['true', 'false'] },
  tlsCertFile: { worse: ['/var/lib/kubelet/pki/kubelet.crt', '/tmp/evil.crt'] },
  tlsPrivateKeyFile: { worse: ['/var/lib/kubelet/pki/kubelet.key', '/tmp/evil.key'] },
  staticPodPath: { worse: ['/etc/kubernetes/manifests', '/tmp/pods'] },
  staticPodURL: { worse: ['http://127.0.0.1/pods', 'http://192.0.2.1/pods'] },
  volumePluginDir: { worse: ['/usr/libexec/plugins/', '/tmp/plugins/'] },
  podLogsDir: { worse: ['/var/log/pods', '/etc/cron.d'] },
  containerRuntimeEndpoint: { worse: ['unix:///run/containerd/containerd.sock', 'unix:///tmp/evil.sock'] },
  imageServiceEndpoint: { worse: ['unix:///run/images.sock', 'unix:///tmp/evil.sock'] },
  allowedUnsafeSysctls: { worse: ['[]', '["kernel.msg*"]'], asGood: ['[]', '[net.core.somaxconn]'] },
}

const yaml = (field: string, value: string): string =>
  field.split('.').reduceRight((inner, name) => `{${name}: ${inner}}`, value)

async function weakened(
  field: string,
  before: string | undefined,
  after: string | undefined,
): Promise<readonly string[]> {
  const release = releases.at(-1)!
  const effective = async (value: string | undefined) =>
    new Effective(await documentOf(value === undefined ? '' : yaml(field, value).slice(1, -1)), release)
  return weakenedFields(await effective(after), await effective(before))
}

test('each guarded field is a field, has a reason, and steps', () => {
  expect(Object.keys(steps)).toEqual(guardedFields)
  for (const field of guardedFields) {
    expect(findField(field)).toBeDefined()
    expect(guards[field]?.why).toMatch(/^[a-z].*[^.]$/)
  }
})

describe.each(guardedFields)('%s', (field) => {
  const { worse, asGood = [] } = steps[field]!
  const [safe, unsafe] = [worse[0]!, worse[1]!]

  test('a change for the worse is found', async () => {
    expect(await weakened(field, safe, unsafe)).toContain(field)
  })

  test('what stays is not', async () => {
    for (const value of [safe, unsafe, undefined]) expect(await weakened(field, value, value)).toEqual([])
  })

  test('a change that is not for the worse is not found', async () => {
    for (const [before, after] of asGood.flatMap((one) => asGood.map((other) => [one, other] as const)))
      expect(await weakened(field, before, after)).toEqual([])
  })

  test('back to the default is for the worse only where the default is', async () => {
    expect(await weakened(field, unsafe, undefined)).toEqual(
      field === 'authentication.x509.clientCAFile' ? [field] : [],
    )
  })
})
