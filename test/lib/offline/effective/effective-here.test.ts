import '../../../../src/lib/agent/host/kubelet/evidence-messages.ts'
import { describe, expect, test } from '@jest/globals'
import type { EvidenceFact } from '../../../../src/lib/agent/host/kubelet/evidence-messages.ts'
import { setupOf } from '../../../../src/lib/kubelet/layout/setup.ts'
import { messageOf } from '../../../../src/lib/message/describe.ts'
import { fileSubject } from '../../../../src/lib/message/fact.ts'
import { effectiveHere, type KubeletHere } from '../../../../src/lib/offline/effective/effective-here.ts'
import { readConfigz } from '../../../../src/lib/yaml/read/read-configz.ts'
import { configzWith } from '../../../support/kubelet-configz.ts'
import { plain } from '../../kubelet/layout/units.ts'
import { layersOf, type Start, summary } from '../../kubelet/merge/assemble.ts'

const limits = { signal: new AbortController().signal }
const noToken: EvidenceFact = { reason: 'NoAgentToken' }

/** `now`: its files and flags; `started`: what they were when it started, undefined when it does not tell. */
const kubelet = (now: Start, started?: Start): KubeletHere => ({
  isRoot: true,
  discover: async () => setupOf(plain('--config=/etc/kubelet.yaml --kubeconfig=/etc/kubelet.conf')),
  version: async () => 'v1.36.3',
  commandLine: async () => ['kubelet'],
  layers: () => layersOf(now),
  async reported() {
    if (started === undefined) return { because: { reason: 'AgentTokenNotRead', because: noToken } }
    return { document: (await readConfigz(JSON.stringify(await configzWith(started)), '1.36'))! }
  },
})

const file = 'maxPods: 50\ncgroupDriver: cgroupfs\n'
const start: Start = { file, dropIns: { 'a.conf': 'eventBurst: 7\n' }, flags: ['--max-pods=60'] }

async function seen(here: KubeletHere) {
  const { fields, notes, warnings } = await effectiveHere(here, limits)
  return {
    at: (path: string) => summary(fields.find((field) => field.path === path)),
    said: [...notes, ...warnings].map(messageOf),
  }
}

describe('the kubelet of this machine', () => {
  test('runs with its files and flags', async () => {
    const { at, said } = await seen(kubelet(start, start))
    expect([at('maxPods'), at('eventBurst'), at('port')]).toEqual([
      '60 flag:max-pods < 50 file:config.yaml',
      '7 drop-in:a.conf',
      '10250 default',
    ])
    expect(said).toEqual([])
  })

  test('was started before they changed: what it runs with is shown', async () => {
    const { at, said } = await seen(kubelet(start, { ...start, flags: ['--max-pods=70'] }))
    expect(at('maxPods')).toBe('70 earlier < 60 flag:max-pods < 50 file:config.yaml')
    expect(said).toEqual(['files or flags changed since the kubelet started: a restart changes maxPods'])
  })

  test('has the cgroup driver of its container runtime', async () => {
    const { at, said } = await seen(kubelet(start, { ...start, file: 'maxPods: 50\ncgroupDriver: systemd\n' }))
    expect(at('cgroupDriver')).toBe('"systemd" runtime < "cgroupfs" file:config.yaml')
    expect(said).toEqual([])
  })

  test('is not compared without a token', async () => {
    const { at, said } = await seen(kubelet(start))
    expect(at('maxPods')).toBe('60 flag:max-pods < 50 file:config.yaml')
    expect(said).toEqual([
      'these are the values of its files and flags now, not compared with what the kubelet reports: the token of the agent cannot be read: no agent is installed on this machine',
    ])
  })

  const good = kubelet(start, start)
  test.each<[string, KubeletHere, string]>([
    ['no kubelet', { ...good, discover: async () => ({ refused: { reason: 'NoKubeletFound' } }) }, 'NoKubeletHere'],
    ['not root', { ...good, isRoot: false }, 'EffectiveRequiresRoot'],
    ['not running', { ...good, commandLine: async () => undefined }, 'KubeletNotRunningHere'],
    [
      'a lost file',
      { ...good, layers: async () => ({ unread: fileSubject('/etc/kubelet.yaml') }) },
      'KubeletFileUnread',
    ],
  ])('refused: %s', async (_, here, reason) => {
    await expect(effectiveHere(here, limits)).rejects.toMatchObject({ code: 'refused', fact: { reason } })
  })

  test('files that it would not start with again are invalid', async () => {
    const broken = kubelet({ file, dropIns: { 'a.conf': 'maxPods: x\n' } }, start)
    await expect(effectiveHere(broken, limits)).rejects.toMatchObject({ code: 'invalid' })
  })
})
