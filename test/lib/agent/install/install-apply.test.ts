import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from '@jest/globals'
import { systemFiles } from '../../../../src/lib/agent/host/system-files.ts'
import type { InstallPlan } from '../../../../src/lib/agent/install/install.ts'
import { applyInstall } from '../../../../src/lib/agent/install/install-apply.ts'
import { type InstallNeeds, installSteps } from '../../../../src/lib/agent/install/install-steps.ts'
import type { InstallWorld } from '../../../../src/lib/agent/install/install-world.ts'
import type { WantedFile } from '../../../../src/lib/agent/installation/file-plan.ts'
import { Failure } from '../../../../src/lib/message/failure.ts'

const limits = { signal: new AbortController().signal }
let root: string
let diary: string[]
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'install-'))
  diary = []
})

const refused = (): never => {
  throw new Failure('refused', { reason: 'SystemdRefused' })
}

/** A world whose files are real and whose systemd is told what happens. */
function world(more: Partial<InstallWorld> = {}, start: () => void = () => undefined): InstallWorld {
  let active = false
  return {
    files: systemFiles,
    units: {
      reload: async () => void diary.push('reload'),
      enableNow: async () => {
        diary.push('enable')
        start()
        active = true
      },
      disableNow: async () => void diary.push('disable'),
      isActive: async () => active,
      isStopped: async () => !active,
      wantedBy: async () => [],
    },
    enrollment: { machineOf: async () => undefined, requestToken: async () => ({ token: 'secret', expiresAt: 0 }) },
    tryCredentials: async () => void diary.push('try'),
    ...more,
  } as InstallWorld
}

function plan(): InstallPlan {
  const state = join(root, 'state')
  const wanted = (name: string, content: WantedFile['content'], mode: number): WantedFile => ({
    path: join(root, name),
    mode,
    content,
  })
  writeFileSync(join(root, 'program'), '#!/bin/true\n')
  mkdirSync(join(root, 'units'), { recursive: true })
  writeFileSync(join(root, 'units', 'old.service'), 'old')
  chmodSync(join(root, 'units', 'old.service'), 0o600)
  const needs: InstallNeeds = {
    installation: {
      ...{ schemaVersion: 1, state: 'installed', runsAs: 'service', version: '1', node: 'n', namespace: 'kube-system' },
      ...{ kubeletUnit: 'kubelet.service', kubeletRoot: '/k', place: { mode: 'file', config: '/k/c' } },
      ...{ files: [], folders: [] },
    },
    stateFolder: state,
    folders: [state],
    changes: [
      { action: 'create', file: wanted('bin', { kind: 'copy', of: join(root, 'program') }, 0o755) },
      { action: 'create', file: wanted('state/token', { kind: 'secret' }, 0o600) },
      {
        action: 'replace',
        file: wanted('units/old.service', { kind: 'text', text: 'new' }, 0o644),
        before: 'old',
      },
    ],
    token: { namespace: 'kube-system', serviceAccount: 's', node: { name: 'n', uid: 'u' }, seconds: 1 },
    ...{ livePath: '/k/c', isUpgrade: false },
  }
  return {
    ...{ installation: needs.installation, stateFolder: state, record: join(state, 'installation.json') },
    steps: installSteps(needs),
    ...{ kubeconfig: '/x', isDone: false, notes: [], warnings: [] },
  }
}

const contents = () => ({
  bin: existsSync(join(root, 'bin')),
  state: existsSync(join(root, 'state')),
  unit: readFileSync(join(root, 'units', 'old.service'), 'utf8'),
  mode: statSync(join(root, 'units', 'old.service')).mode & 0o777,
})
const before = { bin: false, state: false, unit: 'old', mode: 0o600 }

test('files first, then the credentials are tried, then the agent is started', async () => {
  const wanted = plan()
  await applyInstall(world(), wanted, limits)
  expect(diary).toEqual(['try', 'reload', 'enable'])
  expect(contents()).toEqual({ bin: true, state: true, unit: 'new', mode: 0o644 })
  expect(readFileSync(join(root, 'state', 'token'), 'utf8')).toBe('secret\n')
  expect(statSync(join(root, 'state', 'token')).mode & 0o777).toBe(0o600)
  expect(statSync(join(root, 'state')).mode & 0o777).toBe(0o700)
  expect(JSON.parse(readFileSync(wanted.record, 'utf8'))).toMatchObject({ state: 'installed' })
})

test.each<[string, () => InstallWorld, readonly string[]]>([
  ['the token is refused', () => world({ enrollment: { machineOf: refused, requestToken: refused } }), []],
  ['the credentials do not suffice', () => world({ tryCredentials: refused }), []],
  ['the agent does not start', () => world({}, refused), ['try', 'reload', 'enable', 'disable', 'reload']],
])('when %s, everything is as before', async (_, make, expected) => {
  await expect(applyInstall(make(), plan(), limits)).rejects.toMatchObject({
    code: 'refused',
    fact: { reason: 'AgentInstallFailed', undone: true, left: [], because: { reason: 'SystemdRefused' } },
  })
  expect(contents()).toEqual(before)
  expect(diary).toEqual(expected)
})

test('what cannot be undone is named', async () => {
  const files = { ...systemFiles, removeFolder: refused }
  await expect(applyInstall(world({ files, tryCredentials: refused }), plan(), limits)).rejects.toMatchObject({
    fact: { reason: 'AgentInstallFailed', undone: false, left: [join(root, 'state')] },
  })
})

test('an installation that is whole is left alone', async () => {
  await applyInstall(world(), { ...plan(), steps: [], isDone: true }, limits)
  expect(diary).toEqual([])
  expect(contents()).toEqual(before)
})
