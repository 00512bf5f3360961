import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from '@jest/globals'
import type { SupervisorNews } from '../../../src/lib/loop/supervisor.ts'
import { systemdSupervisor } from '../../../src/lib/loop/systemd-supervisor.ts'

const { signal } = new AbortController()
const { PATH } = process.env
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supervisor-'))
  install('for word in "$@"; do printf "%s\\n" "$word"; done >>"$0.log"')
  process.env['PATH'] = `${folder}:${PATH}`
})
afterAll(() => {
  process.env['PATH'] = PATH
})

function install(script: string): void {
  const program = join(folder, 'systemd-notify')
  writeFileSync(program, `#!/bin/sh\n${script}\n`)
  chmodSync(program, 0o755)
}

function sent(): string[] {
  const log = join(folder, 'systemd-notify.log')
  return existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []
}

const inUnit = { NOTIFY_SOCKET: '/run/systemd/notify' }

test.each<[SupervisorNews, string[]]>([
  [{ ready: true, status: 'watching' }, ['READY=1', 'STATUS=watching']],
  [{ alive: true }, ['WATCHDOG=1']],
  [{ stopping: true }, ['STOPPING=1']],
  [{ status: 'a\nREADY=1' }, ['STATUS=a READY=1']],
  [{}, []],
])('%j is sent as %j', async (news, expected) => {
  await systemdSupervisor(inUnit, signal).tell(news)
  expect(sent()).toEqual(expected)
})

test('outside of a unit nothing is sent', async () => {
  const supervisor = systemdSupervisor({ WATCHDOG_USEC: '1000000' }, signal)
  await supervisor.tell({ ready: true })
  expect(sent()).toEqual([])
  expect(supervisor.watchdogMs).toBeUndefined()
})

test.each([
  ['the period of the unit', { WATCHDOG_USEC: '60000000', WATCHDOG_PID: String(process.pid) }, 60_000],
  ['no process is named', { WATCHDOG_USEC: '60000000' }, 60_000],
  ['meant for another process', { WATCHDOG_USEC: '60000000', WATCHDOG_PID: '1' }, undefined],
  ['no watchdog', {}, undefined],
])('the watchdog: %s', (_, environment, expected) => {
  expect(systemdSupervisor({ ...inUnit, ...environment }, signal).watchdogMs).toBe(expected)
})

test.each(['exit 1', 'kill -9 $$'])('a message that is lost (%s) stops nothing', async (script) => {
  install(script)
  await systemdSupervisor(inUnit, signal).tell({ alive: true })
})

test('no systemd-notify stops nothing', async () => {
  process.env['PATH'] = '/nonexistent'
  await systemdSupervisor(inUnit, signal).tell({ alive: true })
})
