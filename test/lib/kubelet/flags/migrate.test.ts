import { describe, expect, test } from '@jest/globals'
import { fields } from '../../../../src/lib/kubelet/data/fields.ts'
import { flags } from '../../../../src/lib/kubelet/flags/data/flags.ts'
import { flagAdvice } from '../../../../src/lib/kubelet/flags/flag-advice.ts'
import { flagSubject } from '../../../../src/lib/kubelet/flags/flag-messages.ts'
import { gone } from '../../../../src/lib/kubelet/flags/parse-flags.ts'
import type { Release } from '../../../../src/lib/kubelet/model/releases.ts'
import { from, json } from './migrated.ts'

test('each field of the table of flags is one', () => {
  const paths = new Set(fields.map(({ path }) => path))
  expect(flags.filter(({ field }) => field !== undefined && !paths.has(field))).toEqual([])
})

describe('what stays', () => {
  const staying = (words: string, release?: Release): string[] =>
    from(words, release).staying.map(({ flag, value }) => `${flag.name}=${value}`)

  test.each([
    [
      '--kubeconfig=/a --node-labels=a=b --hostname-override c',
      ['kubeconfig=/a', 'node-labels=a=b', 'hostname-override=c'],
    ],
    ['-v4', ['v=4']],
    ['--provider-id=a', ['provider-id=a']],
    ['--help --version', ['help=true', 'version=true']],
    ['--max-pods=0', ['max-pods=0']],
    ['--read-only-port=0', []],
    ['--config=a --config=b', ['config=b']],
  ])('%s', (words, expected) => {
    expect(staying(words)).toEqual(expected)
  })

  test('what a release has no more is left out, or replaced by its field', () => {
    expect(staying('--pod-infra-container-image=a', '1.34')).toEqual(['pod-infra-container-image=a'])
    const lost = from('--pod-infra-container-image=a --iptables-drop-bit=5', '1.35')
    expect(lost).toMatchObject({
      staying: [],
      unknown: [
        {
          flag: { name: 'pod-infra-container-image' },
          why: { reason: 'FlagRemoved', last: '1.34' },
          isReplaced: false,
        },
        { flag: { name: 'iptables-drop-bit' }, why: { reason: 'FlagRemoved', last: '1.30' }, isReplaced: true },
      ],
    })
    expect(json(lost)).toEqual({ iptablesDropBit: 5 })
  })

  test('what a release does not have yet has no field either', () => {
    const early = from('--fail-cgroupv1', '1.30')
    expect(early).toMatchObject({
      settings: [],
      unknown: [{ why: { reason: 'FlagAddedLater', since: '1.31' }, isReplaced: false }],
    })
  })

  const unheard = { reason: 'UnknownFlag', similar: undefined }

  test.each<[words: string, why: object]>([
    ['--max-podz=5', { reason: 'UnknownFlag', similar: 'max-pods' }],
    ['--max-podz 5', { reason: 'UnknownFlag', similar: 'max-pods' }],
    ['--no-such-thing', unheard],
    ['--constructor', unheard],
    ['--network_plugin cni', { reason: 'FlagRemoved', last: '1.23' }],
    ['--container-runtime=remote', { reason: 'FlagRemoved', last: '1.26' }],
  ])('%s is left out, and the flags around it are not', (words, why) => {
    const lost = from(`--max-pods=1 ${words} --event-burst=7`)
    expect(lost.problems).toEqual([])
    expect(lost.unknown.map((flag) => flag.why)).toEqual([why])
    expect(json(lost)).toEqual({ maxPods: 1, eventBurst: 7 })
  })

  test('each advice is for a flag that some release does not have, and no field replaces', () => {
    const lost = flags.filter(({ field, until }) => field === undefined && until !== undefined)
    const names = [...gone.keys(), ...lost.map(({ name }) => name)]
    expect(names).toEqual(expect.arrayContaining([...flagAdvice.keys()]))
    expect(flags.filter(({ name }) => gone.has(name))).toEqual([])
  })
})

test('notes on what is easily missed', () => {
  const { notes } = from('--max-pods=1 --max-pods=2 --resolv-conf=a')
  expect(notes).toEqual([
    { reason: 'FlagRepeated', subject: flagSubject('max-pods'), times: 2 },
    { reason: 'RelativePath', subject: flagSubject('resolv-conf') },
  ])
})
