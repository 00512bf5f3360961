import { describe, expect, test } from '@jest/globals'
import { type KubeletBehaviorName, kubeletBehaviors } from '../../../../src/lib/agent/simulated/kubelet-behavior.ts'
import { NodeInTime } from './node-in-time.ts'

const steps = {
  '+2 s': 2_000,
  '+30 s': 30_000,
  '+5 min': 300_000,
  '+1 h': 3_600_000,
  '-2 s': -2_000,
  '-30 s': -30_000,
  '-5 min': -300_000,
  '-1 h': -3_600_000,
} as const

/** How long the kubelet has run before the change: it reports its status every five minutes. */
const ages = [0, 137_000, 290_000]

const silent: readonly KubeletBehaviorName[] = ['mute', 'leaseOnly', 'statusOnly']
const healthy: readonly KubeletBehaviorName[] = ['good', ...silent]

/** When the clock is set, of a change that is pushed at once and has its restart two seconds later. */
const moments: Readonly<Record<string, (node: NodeInTime, set: (back?: boolean) => void) => void>> = {
  'a minute before the restart': (node, set) => {
    set()
    node.pass(60_000)
    node.push(1)
  },
  'right before the restart': (node, set) => {
    node.before('restart', () => set())
    node.push(1)
  },
  'right after the restart': (node, set) => {
    node.before('restarted', () => set())
    node.push(1)
  },
  'a second after the restart': (node, set) => {
    node.push(1)
    node.before('restarted', () => node.machine.advance(1_000))
    node.before('restarted', () => set())
    node.pass(1)
  },
  'in mid-trial': (node, set) => {
    node.push(1)
    node.pass(60_000)
    set()
  },
  'in mid-trial, while no agent runs': (node, set) => {
    node.push(1)
    node.pass(60_000)
    set()
    node.restartAgent()
  },
  'forth before the restart, and back after it': (node, set) => {
    node.before('restart', () => set())
    node.push(1)
    node.pass(20_000)
    set(true)
  },
  'before a reboot in mid-trial': (node, set) => {
    node.push(1)
    node.pass(60_000)
    set()
    node.reboot()
  },
  'after a reboot in mid-trial': afterReboot,
  'after a reboot in mid-trial, of which no kubelet says the boot ID': (node, set) => {
    node.machine.unseen = ['boot-id']
    afterReboot(node, set)
  },
}

function afterReboot(node: NodeInTime, set: () => void): void {
  node.push(1)
  node.pass(60_000)
  node.reboot()
  node.machine.advance(3_000)
  set()
}

/** Long enough for a trial that lacks evidence. */
const longMs = 3 * 3_600_000

describe.each(Object.entries(steps))('a clock that is set by %s', (_step, byMs) => {
  describe.each(Object.entries(moments))('%s', (_moment, happens) => {
    test.each(healthy)('decides nothing about a kubelet: %s', (behavior) => {
      const outcomes = ages.map((ageMs) => {
        const node = new NodeInTime()
        node.behaves(1, kubeletBehaviors[behavior])
        node.pass(ageMs)
        happens(node, (back = false) => node.machine.setClock(back ? -byMs : byMs))
        node.pass(longMs)
        return node.outcome
      })
      expect(new Set(outcomes)).toEqual(new Set([behavior === 'good' ? 'Good 1' : 'RolledBack local, bad: 1']))
    })
  })
})

/** The last known good document comes back, and is not what it was. */
const waysBack: Readonly<Record<string, (node: NodeInTime, set: () => void) => void>> = {
  'right before the restart back': (node, set) => node.before('restart', set),
  'right after the restart back': (node, set) => node.before('restarted', set),
  'two seconds after the restart back': (node, set) =>
    node.before('restarted', () => {
      node.machine.advance(2_000)
      set()
    }),
}

describe.each(Object.entries(steps))('a clock that is set by %s on the way back', (_step, byMs) => {
  describe.each(Object.entries(waysBack))('%s', (_moment, happens) => {
    test.each(healthy)('decides nothing about what is put back: %s', (behavior) => {
      const outcomes = ages.map((ageMs) => {
        const node = new NodeInTime()
        node.push(1)
        node.pass(900_000 + ageMs)
        node.behaves(1, kubeletBehaviors[behavior])
        node.behaves(2, kubeletBehaviors.deaf)
        node.push(2)
        node.pass(3_000)
        happens(node, () => node.machine.setClock(byMs))
        node.pass(longMs)
        return node.outcome
      })
      expect(new Set(outcomes)).toEqual(
        new Set([behavior === 'good' ? 'RolledBack 1, bad: 2' : 'RolledBack local, bad: 2']),
      )
    })
  })
})
