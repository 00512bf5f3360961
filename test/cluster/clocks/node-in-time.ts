import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@jest/globals'
import { agentUnit, configz, installAgent, reportOf, store, untilStored } from '../agent/installed-agent.ts'
import { configPath, healthz } from '../agent/kubelet-run.ts'
import { withFields } from '../configuration.ts'
import { makeClockAdjustable, setClock, settingClock } from '../faults/clock.ts'
import { atNextStart, watchStarts } from '../faults/kubelet.ts'
import { onNode, writeOnNode } from '../node.ts'
import { untilReady } from '../own-node.ts'
import type { Moment, StepCase } from './step-cases.ts'

/** A trial is long enough for something to happen in it; a node that is not ready for some seconds is not given up. */
const flags = ['--trial=12s', '--jitter=0', '--health-deadline=30s', '--crash-threshold=2']

/** Of five minutes, which would be waited for where a report is in doubt. */
const reportsOften = 'nodeStatusReportFrequency: 20s'

/** No kubelet with this writes a status or a Lease. */
const silent = 'contentType: application/banana'

const kubeconfig = '/etc/kubernetes/kubelet.conf'
const loseServer = `cp -p ${kubeconfig} ${kubeconfig}.own; sed -i s/:6443/:1/ ${kubeconfig}`
const findServer = `cp -p ${kubeconfig}.own ${kubeconfig}`

type Act =
  | { readonly at: 'before' }
  | { readonly at: 'start'; readonly script: (seconds: number) => string }
  | { readonly at: 'watched'; readonly set: (node: string, seconds: number) => Promise<void> }

const acts: Readonly<Record<Moment, Act>> = {
  'before it': { at: 'before' },
  'right before the kubelet starts': { at: 'start', script: settingClock },
  'a second after the kubelet starts': {
    at: 'start',
    script: (seconds) => `systemd-run --quiet --no-block --collect sh -c 'sleep 1; ${settingClock(seconds)}'`,
  },
  'while the kubelet is watched': { at: 'watched', set: setClock },
  'while no agent runs': {
    at: 'watched',
    async set(node, seconds) {
      await onNode(node, ['systemctl', 'stop', agentUnit])
      await setClock(node, seconds)
      await onNode(node, ['systemctl', 'start', agentUnit])
    },
  },
}

/** A node whose agent and kubelet have one clock, which is set at a moment of each change. */
export class NodeInTime {
  readonly #name: string
  /** The own configuration of the node. */
  readonly #own: string
  readonly #act: Act
  readonly #stepSeconds: number
  #aheadSeconds = 0
  /** Documents differ in a number. */
  #number = 20
  #good: number | undefined

  private constructor(name: string, own: string, { moment, seconds }: StepCase) {
    this.#name = name
    this.#own = own
    this.#act = acts[moment]
    this.#stepSeconds = seconds
  }

  static async on(name: string, stepCase: StepCase): Promise<NodeInTime> {
    const own = withFields(await onNode(name, ['cat', configPath]), reportsOften)
    await writeOnNode(name, configPath, own)
    await watchStarts(name)
    await onNode(name, ['systemctl', 'restart', 'kubelet'])
    await untilReady(name)
    await installAgent(name, flags)
    await makeClockAdjustable(name, `${agentUnit}.service`)
    return new NodeInTime(name, own, stepCase)
  }

  /** A good document passes its trial. */
  async passes(): Promise<void> {
    await this.#try('')
    this.#good = this.#number
    await this.#ends('Good')
  }

  /** With this one the kubelet is silent. */
  async fails(): Promise<void> {
    await this.#try(silent)
    await this.#ends('RolledBack')
  }

  /** The clock is set on the way back from such a document. */
  async comesBack(): Promise<void> {
    await this.#goBack('')
    await this.#ends('RolledBack')
  }

  /** The same, and with what was good the kubelet is silent, too: the node goes back to its own file. */
  async goesFurtherBack(): Promise<void> {
    await this.#goBack(loseServer, findServer)
    this.#good = undefined
    await this.#ends('RolledBack')
  }

  async #try(fields: string): Promise<void> {
    const act = this.#act
    if (act.at === 'before') await this.#set(setClock)
    if (act.at === 'start') await atNextStart(this.#name, act.script(this.#next()))
    const version = await this.#store(fields)
    if (act.at === 'watched') {
      await untilStored(this.#name, version, 'Trial')
      await sleep(4_000)
      await this.#set(act.set)
    }
    await untilStored(this.#name, version, 'Good', 'RolledBack', 'DeadEnd')
  }

  /** `scripts`: before the starts on that way. */
  async #goBack(...[first = '', ...later]: readonly string[]): Promise<void> {
    const act = this.#act
    const version = await this.#store(silent)
    await untilStored(this.#name, version, 'Trial')
    const set = act.at === 'start' ? act.script(this.#next()) : ''
    await atNextStart(this.#name, `${first}\n${set}`, ...later)
    if (act.at === 'before') await this.#set(setClock)
    if (act.at === 'watched') {
      await untilStored(this.#name, version, 'RollingBack')
      await sleep(2_000)
      await this.#set(act.set)
    }
    await untilStored(this.#name, version, 'Good', 'RolledBack', 'DeadEnd')
  }

  async #store(fields: string): Promise<string> {
    this.#number += 1
    return store(this.#name, withFields(this.#own, `containerLogMaxFiles: ${this.#number}\n${fields}`.trimEnd()))
  }

  #next(): number {
    this.#aheadSeconds += this.#stepSeconds
    return this.#aheadSeconds
  }

  #set(set: (node: string, seconds: number) => Promise<void>): Promise<void> {
    return set(this.#name, this.#next())
  }

  /** The kubelet runs what was good, or the own file of the node, and reports. */
  async #ends(phase: 'Good' | 'RolledBack'): Promise<void> {
    const report = await reportOf(this.#name)
    const good = this.#good === undefined ? { source: 'local', runs: 5 } : { source: 'node', runs: this.#good }
    // First: a silent kubelet that has passed cannot even be asked what it runs.
    expect([report?.phase, report?.active.source]).toEqual([phase, good.source])
    const runs = (await configz(this.#name))['containerLogMaxFiles']
    expect([runs, await healthz(this.#name)]).toEqual([good.runs, 'ok'])
    await untilReady(this.#name)
  }
}
