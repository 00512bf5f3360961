/**
 * A program on a node: strikes the agent once at each stage of its work, as soon as its journal says that it is there, until
 * nothing has been under way for some seconds, for two minutes at most. It prints the stages. Some take a few milliseconds: a busy
 * machine may let one pass.
 */

import { execFileSync } from 'node:child_process'
import { readFileSync, watch } from 'node:fs'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const [unit = '', how = 'kill'] = process.argv.slice(2)
const stateFolder = '/var/lib/kubeletcfg'
const stages = new Set<string>()

const pid = (): number =>
  Number(execFileSync('systemctl', ['show', '--property=MainPID', '--value', unit], { encoding: 'utf8' }))

/** Such as `Applying writing`. */
function stage(): string | undefined {
  try {
    const { state } = JSON.parse(readFileSync(`${stateFolder}/state.json`, 'utf8'))
    return [state.work.kind, state.work.stage].filter(Boolean).join(' ')
  } catch {
    return undefined
  }
}

let victim = pid()
let isStruck = false

function strikeAtNewStage(): void {
  const now = stage()
  if (victim === 0 || isStruck || now === undefined || now === 'Settled' || stages.has(now)) return
  stages.add(now)
  process.kill(victim, how === 'kill' ? 'SIGKILL' : 'SIGSTOP')
  isStruck = true
}

/** Longer than an agent takes between two looks at a trial. */
const frozenMs = 4_000

async function recover(): Promise<void> {
  const struck = victim
  if (how === 'freeze') {
    await sleep(frozenMs)
    process.kill(struck, 'SIGCONT')
  }
  while (how === 'kill' && (victim === struck || victim === 0)) {
    await sleep(50)
    victim = pid()
  }
  isStruck = false
}

/** Before the agent, which is about to go on. */
setPriority(-20)
const journal = watch(stateFolder, strikeAtNewStage)
const deadline = Date.now() + 120_000
/** An agent that gives a change up begins it again after the quiet time. */
const settledMs = 5_000
let workedAt = Date.now()
while (Date.now() < deadline && !(stages.size > 0 && Date.now() - workedAt > settledMs)) {
  strikeAtNewStage()
  if (stage() !== 'Settled') workedAt = Date.now()
  if (isStruck) await recover()
  await sleep(2)
}
journal.close()
process.stdout.write(JSON.stringify([...stages]))
