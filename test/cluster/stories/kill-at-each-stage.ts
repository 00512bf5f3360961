/**
 * A program on a node: kills the agent once at each stage of its work, as soon as its journal says that it is there, until
 * nothing is under way any more, for two minutes at most. It prints the stages.
 */

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const [unit = ''] = process.argv.slice(2)
const stages = new Set<string>()

const pid = (): number =>
  Number(execFileSync('systemctl', ['show', '--property=MainPID', '--value', unit], { encoding: 'utf8' }))

/** Such as `Applying writing`. */
function stage(): string | undefined {
  try {
    const { state } = JSON.parse(readFileSync('/var/lib/kubeletcfg/state.json', 'utf8'))
    return [state.work.kind, state.work.stage].filter(Boolean).join(' ')
  } catch {
    return undefined
  }
}

const deadline = Date.now() + 120_000
let victim = pid()
while (Date.now() < deadline && !(stages.size > 1 && stage() === 'Settled')) {
  const now = stage()
  if (now !== undefined && now !== 'Settled' && !stages.has(now)) {
    stages.add(now)
    process.kill(victim, 'SIGKILL')
    const killed = victim
    while (victim === killed || victim === 0) {
      await sleep(50)
      victim = pid()
    }
  }
  await sleep(2)
}
process.stdout.write(JSON.stringify([...stages]))
