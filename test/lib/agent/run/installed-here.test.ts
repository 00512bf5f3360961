import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import type { NodeAccess } from '../../../../src/lib/agent/host/kubelet/node-access.ts'
import { type Installation, installationText } from '../../../../src/lib/agent/installation/installation.ts'
import { configDropInPath } from '../../../../src/lib/agent/installation/places.ts'
import { installedHere } from '../../../../src/lib/agent/run/installed-here.ts'
import type { ApplyModeName } from '../../../../src/lib/kubelet/layout/apply-mode.ts'
import type { KubeletSetup } from '../../../../src/lib/kubelet/layout/setup.ts'
import { messageOf } from '../../../../src/lib/message/describe.ts'

const limits = { signal: new AbortController().signal }
const unit = '/usr/lib/systemd/system/kubelet.service'
const dropIn = configDropInPath('kubelet.service')
const ownConfig = '/var/lib/kubelet/config.yaml'

/** Of a machine in the mode `unit`: the flags of the kubelet lead to our file, and the unit without our drop-in to its own. */
const unitFiles: Readonly<Record<string, string>> = {
  [unit]: `[Service]\nEnvironment="ARGS=--config=${ownConfig}"\nExecStart=/usr/bin/kubelet $ARGS\n`,
  [dropIn]: '[Service]\nEnvironment="ARGS=--config=/var/lib/kubelet/kubeletcfg.yaml"\n',
}

interface Case {
  readonly applyMode: ApplyModeName | 'auto'
  /** The names of folders of live files that something was written to. */
  readonly live?: readonly string[]
  readonly files?: Readonly<Record<string, string>>
  readonly spoil: (record: string) => Promise<unknown>
}

async function found({ applyMode, live = [], files = {}, spoil }: Case) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'installed-'))
  for (const name of live) {
    await mkdir(join(folder.path, 'live', name), { recursive: true })
    await writeFile(join(folder.path, 'live', name, 'record.json'), '')
  }
  await spoil(join(folder.path, 'installation.json'))
  const setup = {
    ...{ unit: 'kubelet.service', unitFiles: Object.keys(files), environmentFiles: [] },
    ...{ config: files[dropIn] === undefined ? ownConfig : '/var/lib/kubelet/kubeletcfg.yaml', configDir: '/etc/d' },
  } as unknown as KubeletSetup
  const node = { read: async (path: string) => files[path] } as unknown as NodeAccess
  return await installedHere({ stateFolder: folder.path, applyMode, setup, node }, limits)
}

const installation: Installation = {
  ...{ schemaVersion: 1, state: 'installed', runsAs: 'service', version: '0.1.0', node: 'node-a' },
  ...{ namespace: 'kube-system', kubeletUnit: 'kubelet.service', kubeletRoot: '/var/lib/kubelet' },
  ...{ place: { mode: 'unit', config: ownConfig }, files: [], folders: [] },
}
const record = (change: object) => (path: string) =>
  writeFile(path, installationText({ ...installation, ...change } as Installation))

test('the record says where documents go, and whether the drop-in of the rescue is ours', async () => {
  expect(await found({ applyMode: 'auto', spoil: record({}) })).toEqual({
    ...{ place: installation.place, isInstalled: true, lost: undefined },
  })
  expect(await found({ applyMode: 'auto', spoil: record({ state: 'uninstalling' }) })).toMatchObject({
    isInstalled: false,
  })
  const none = { place: undefined, isInstalled: false, lost: undefined }
  expect(await found({ applyMode: 'file', spoil: async () => undefined })).toEqual(none)
})

const losses: readonly (readonly [string, Case['spoil']])[] = [
  ['damaged', (path) => writeFile(path, '{')],
  ['a folder', (path) => mkdir(path)],
  ['of a newer version', record({ schemaVersion: 2 })],
]

describe.each(losses)('a record that is %s does not end the agent', (_, spoil) => {
  const place = { mode: 'unit', config: ownConfig }

  test.each<[string, Omit<Case, 'spoil'>, object | undefined]>([
    ['the unit of the agent names the mode', { applyMode: 'unit', files: unitFiles }, place],
    ['a drop-in names it', { applyMode: 'auto', files: unitFiles }, place],
    ['the live file names it', { applyMode: 'auto', live: ['file-0123456789ab'] }, { mode: 'file', config: ownConfig }],
    ['the unit names drop-in', { applyMode: 'drop-in' }, { mode: 'drop-in', folder: '/etc/d' }],
    ['nothing was written yet', { applyMode: 'auto' }, undefined],
  ])('%s', async (_, given, expected) => {
    const { place, isInstalled, lost } = await found({ ...given, spoil })
    expect({ place, isInstalled }).toEqual({ place: expected, isInstalled: true })
    expect(messageOf(lost!)).toContain('installation.json cannot be read')
  })

  test('traces that contradict each other do: nobody knows which file is the own one of the node', async () => {
    const live = ['file-0123456789ab', 'unit-0123456789ab']
    await expect(found({ applyMode: 'auto', live, spoil })).rejects.toMatchObject({
      fact: { reason: 'InstallationUnclear' },
    })
    const noConfig = { [dropIn]: unitFiles[dropIn]! }
    await expect(found({ applyMode: 'unit', files: noConfig, spoil })).rejects.toMatchObject({
      fact: { reason: 'InstallationUnclear' },
    })
  })
})
