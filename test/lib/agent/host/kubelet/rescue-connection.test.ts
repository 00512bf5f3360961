import { mkdir, mkdtempDisposable, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { NodeAccess } from '../../../../../src/lib/agent/host/kubelet/node-access.ts'
import { rescueConnectionOver } from '../../../../../src/lib/agent/host/kubelet/rescue-connection.ts'
import { installScript, rescueDropIn, scriptPath } from '../../../../../src/lib/agent/host/rescue/install-script.ts'
import { rescueScript } from '../../../../../src/lib/agent/host/rescue/script.ts'
import { openStateFolder } from '../../../../../src/lib/agent/host/state-folder/state-folder.ts'

const limits = { signal: new AbortController().signal }
const ours = '10-kubeletcfg-rescue.conf'

/** What systemd makes of ExecStartPre= in texts that it reads one after the other, as systemctl prints it. */
function commandsIn(texts: readonly string[]): readonly string[] {
  const values = texts.flatMap((text) => [...text.matchAll(/^ExecStartPre=(.*)$/gm)].map(([, value]) => value!))
  return values
    .slice(values.lastIndexOf('') + 1)
    .map((value) => value.replace(/^-/, '').replaceAll('%%', '%'))
    .map((value) => `ExecStartPre={ path=/bin/sh ; argv[]=${value} ; ignore_errors=yes ; start_time=[n/a] ; pid=0 }`)
}

/** A unit of a kubelet whose drop-ins are files, and what systemd has read of them. */
async function unit(options: { isInstalled?: boolean; name?: string } = {}) {
  const temporary = await mkdtempDisposable(join(tmpdir(), 'connection-'))
  const state = await openStateFolder(join(temporary.path, options.name ?? 'state'))
  const folder = join(temporary.path, 'kubelet.service.d')
  const at = (name: string): string => join(folder, name)
  let known: ReadonlyMap<string, string> = new Map()
  const orders: string[] = []
  const onDisk = async () => {
    const names = (await readdir(folder).catch(() => [])).toSorted()
    return new Map(await Promise.all(names.map(async (name) => [at(name), await readFile(at(name), 'utf8')] as const)))
  }
  const show = async () => {
    const isOld = JSON.stringify([...known]) !== JSON.stringify([...(await onDisk())])
    const lines = [
      'Id=kubelet.service',
      `NeedDaemonReload=${isOld ? 'yes' : 'no'}`,
      'FragmentPath=/lib/kubelet.service',
    ]
    return [...lines, `DropInPaths=${[...known.keys()].join(' ')}`, ...commandsIn([...known.values()])].join('\n')
  }
  const node: NodeAccess = {
    read: (path) => readFile(path, 'utf8').catch(() => undefined),
    list: async () => undefined,
    async run([, verb]) {
      if (verb === 'show') return { exit: 0, stdout: await show(), stderr: '' }
      orders.push(verb!)
      known = await onDisk()
      return { exit: 0, stdout: '', stderr: '' }
    },
  }
  const wiring = { unit: 'kubelet.service', stateFolder: state, dropInPath: at(ours) }
  await mkdir(folder)
  await installScript(state)
  await writeFile(at(ours), rescueDropIn(state))
  await node.run(['systemctl', 'daemon-reload'], limits)
  orders.length = 0
  return {
    ...{ state, folder, at, orders },
    put: (name: string, text: string) => writeFile(at(name), text),
    reload: () => node.run(['systemctl', 'daemon-reload'], limits),
    connection: rescueConnectionOver(node, { ...wiring, isInstalled: options.isInstalled ?? true }),
    [Symbol.asyncDispose]: () => temporary.remove(),
  }
}

test('a rescue that was installed is connected, and nothing is ordered', async () => {
  await using kubelet = await unit()
  expect(await kubelet.connection.problem(limits)).toBeUndefined()
  expect(await kubelet.connection.mend(limits)).toBeUndefined()
  expect(kubelet.orders).toEqual([])
})

test.each(['my "50%" $state', "it's"])('a state folder of any name: %s', async (name) => {
  await using kubelet = await unit({ name })
  expect(await kubelet.connection.problem(limits)).toBeUndefined()
})

test('a later drop-in that drops the command is named, and is not fought over', async () => {
  await using kubelet = await unit()
  await kubelet.put('20-other.conf', '[Service]\nExecStartPre=\nExecStartPre=/bin/true\n')
  await kubelet.reload()
  const because = { reason: 'RescueReset', by: [kubelet.at('20-other.conf')] }
  expect(await kubelet.connection.problem(limits)).toMatchObject({ because, mendable: false })
  expect(await kubelet.connection.mend(limits)).toMatchObject(because)
  expect(await readdir(kubelet.folder)).toEqual([ours, '20-other.conf'])
})

test('one that systemd has not read yet is found before a change', async () => {
  await using kubelet = await unit()
  await kubelet.put('20-other.conf', '[Service]\nExecStartPre=\n')
  expect(await kubelet.connection.mend(limits)).toMatchObject({ reason: 'RescueReset' })
  expect(kubelet.orders).toEqual(['daemon-reload'])
})

test.each([
  ['is gone', (at: string) => rm(at), 'RescueFileChanged'],
  ['is gone with its folder', (at: string) => rm(join(at, '..'), { recursive: true }), 'RescueFileChanged'],
  ['was emptied', (at: string) => writeFile(at, ''), 'RescueFileChanged'],
  ['runs another script', (at: string) => writeFile(at, rescueDropIn('/elsewhere')), 'RescueFileChanged'],
])('a drop-in of ours that %s is written again, and read', async (_, spoil, reason) => {
  await using kubelet = await unit()
  await spoil(kubelet.at(ours))
  await kubelet.reload()
  expect(await kubelet.connection.problem(limits)).toMatchObject({ because: { reason }, mendable: true })
  expect(await kubelet.connection.mend(limits)).toBeUndefined()
  expect(await kubelet.connection.problem(limits)).toBeUndefined()
  expect(await readFile(kubelet.at(ours), 'utf8')).toBe(rescueDropIn(kubelet.state))
})

test('a script of another version, or none, is replaced', async () => {
  await using kubelet = await unit()
  for (const spoil of [(path: string) => writeFile(path, 'exit 0'), (path: string) => rm(path)]) {
    await spoil(scriptPath(kubelet.state))
    expect(await kubelet.connection.problem(limits)).toMatchObject({
      because: { reason: 'RescueFileChanged' },
      mendable: true,
    })
    expect(await kubelet.connection.mend(limits)).toBeUndefined()
    expect(await readFile(scriptPath(kubelet.state), 'utf8')).toBe(rescueScript)
  }
})

test('an administrator may run the script in another way', async () => {
  await using kubelet = await unit()
  await rm(kubelet.at(ours))
  await kubelet.put('05-own.conf', `[Service]\nExecStartPre=-/bin/busybox sh ${scriptPath(kubelet.state)}\n`)
  await kubelet.reload()
  expect(await kubelet.connection.mend(limits)).toBeUndefined()
  expect(await readdir(kubelet.folder)).toEqual(['05-own.conf'])
})

test('what cannot be written is the cause', async () => {
  await using kubelet = await unit()
  await rm(kubelet.folder, { recursive: true })
  await writeFile(kubelet.folder, 'a file in the place of the folder')
  await kubelet.reload()
  expect(await kubelet.connection.mend(limits)).toMatchObject({ reason: 'FileNotWritable', errno: 'EEXIST' })
})

test('without an installation, nothing is ours to mend', async () => {
  await using kubelet = await unit({ isInstalled: false })
  await rm(kubelet.at(ours))
  await kubelet.reload()
  expect(await kubelet.connection.problem(limits)).toMatchObject({ mendable: false })
  expect(await kubelet.connection.mend(limits)).toMatchObject({ reason: 'RescueFileChanged' })
  expect(await readdir(kubelet.folder)).toEqual([])
})
