import { deepEqual, ok } from 'node:assert/strict'
import type { Journal } from '../../../../src/lib/agent/journal/journal.ts'
import { parseJournal } from '../../../../src/lib/agent/journal/parse-journal.ts'
import type { Config } from '../../../../src/lib/agent/model/config.ts'
import { defaultSettings } from '../../../../src/lib/agent/model/settings.ts'
import { sha256 } from '../../../../src/lib/machine/sha256.ts'
import type { RealSide } from '../../agent/host/real-side.ts'
import type { HostPorts } from '../../agent/ports/host-side.ts'
import { after, type CutAct, crash, oneOf, own } from '../cut-act.ts'
import { diaryOf } from './agent-diary.ts'

const head = 'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n'
const [first, second] = [90, 80].map((percent) => `${head}imageGCHighThresholdPercent: ${percent}\n`)
/** It needs other state files. */
const pinning = `${head}cpuManagerPolicy: static\nreservedSystemCPUs: "0"\n`
/** Its kubelet reports nothing. */
const mute = `${pinning}contentType: application/banana\n`

const cpu = 'cpu_manager_state'

/** A whole agent through some documents, on a real disk: what its files say of each other at every moment. */
const agentAct = (title: string, documents: readonly (string | undefined)[]): CutAct => ({
  name: `an agent: ${title}`,
  prepare: after('file', (_, side) => side.setStateFile(cpu, 'good')),
  async act(ports) {
    for (const asked of await diaryOf(documents)) await asked(ports)
  },
  check: (ports, side) => agree(ports, side, documents),
  async done({ rescue }) {
    deepEqual(await rescue.report(), undefined)
  },
})

async function agree(ports: HostPorts, side: RealSide, documents: readonly (string | undefined)[]): Promise<void> {
  const live = await side.live()
  oneOf(live, own(side), ...documents)
  const isOwn = live === own(side)
  const reading = await ports.journal.read()
  if (reading.kind !== 'state') {
    deepEqual([reading.kind, isOwn, await ports.rescue.report()], ['none', true, undefined])
    return
  }
  const journal = parseJournal(reading.state)
  ok(journal !== undefined, 'the journal means nothing')
  deepEqual((await ports.live.read()).content, isOwn ? 'local' : 'ours')
  const isNamed = isOwn || configsOf(journal).some((config) => isOf(config, live!))
  ok(isNamed, 'the live file has a document that the journal does not name')
  for (const config of configsOf(journal))
    if (config.source !== 'local')
      ok((await ports.journal.readCheckpoint(config.checkpoint)) !== undefined, 'no copy of a document of the journal')
  await isRescued(ports, side, journal)
}

/**
 * What runs and is not proven is taken back by the rescue alone, with the state file of what was proven. So is what was
 * proven with another state file, as long as the rescue has its orders.
 */
async function isRescued({ rescue, journal: disk }: HostPorts, side: RealSide, journal: Journal): Promise<void> {
  const { lastKnownGood } = journal
  const good = lastKnownGood.source === 'local' ? own(side) : text(await disk.readCheckpoint(lastKnownGood.checkpoint))
  const [live, report] = [await side.live(), await rescue.report()]
  const isProven = live === good
  if (isProven && (live !== pinning || report === undefined)) return
  if (!isProven)
    deepEqual(report?.checkpoint, live === own(side) ? 'local' : sha256(live!), 'what is on trial has no rescue')
  await crash(side, defaultSettings.crashThreshold)
  deepEqual(await side.live(), isProven ? own(side) : good)
  deepEqual(await side.stateFile(cpu), 'good')
}

const text = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString()

const configsOf = ({ work, active, lastKnownGood }: Journal): readonly Config[] => [
  active,
  lastKnownGood,
  ...('config' in work ? [work.config] : []),
  ...('to' in work ? [work.from, work.to] : []),
]

const isOf = (config: Config, content: string): boolean =>
  config.source !== 'local' && config.checkpoint === sha256(content)

export const agentActs: readonly CutAct[] = [
  agentAct('one good document after the other', [first, second]),
  agentAct('one that is rolled back, with its state files', [first, mute]),
  agentAct('one with other state files', [pinning]),
]
