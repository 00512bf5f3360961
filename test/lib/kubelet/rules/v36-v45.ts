import type { Case } from './case.ts'

const gates = (on: string): string =>
  `featureGates: {GracefulNodeShutdown: ${on}, GracefulNodeShutdownBasedOnPodPriority: false, WindowsGracefulNodeShutdown: false}\n`
const byPriority = 'shutdownGracePeriodByPodPriority: [{priority: 1, shutdownGracePeriodSeconds: -5}]\n'

export const cases: readonly Case[] = [
  {
    rule: 'V36',
    breaks: 'registerWithTaints: [{key: a}, {key: "b c"}]\n',
    keeps: 'registerWithTaints: [{key: a}, {key: b.c}, {key: a}]\n',
    path: 'registerWithTaints[1].key',
    message: "key 'b c' must have only letters, digits, -, _ and ., and a letter or digit at both ends",
  },
  {
    rule: 'V36',
    breaks: 'registerWithTaints: [null]\n',
    keeps: 'registerWithTaints: []\n',
    path: 'registerWithTaints[0].key',
    message: "key '' must have a name",
  },
  {
    rule: 'V36',
    breaks: 'registerWithTaints: [{key: a, value: b/c}]\n',
    keeps: 'registerWithTaints: [{key: a, value: ""}]\n',
    path: 'registerWithTaints[0].value',
    message: "value 'b/c' must have only letters, digits, -, _ and ., and a letter or digit at both ends",
  },
  {
    rule: 'V36',
    breaks: 'registerWithTaints: [{key: a, effect: noSchedule}]\n',
    keeps: 'registerWithTaints: [{key: a, effect: ""}]\n',
    path: 'registerWithTaints[0].effect',
    message: "effect 'noSchedule' must be NoSchedule, PreferNoSchedule or NoExecute",
  },
  {
    rule: 'V37',
    breaks: 'registerWithTaints: [{key: a, timeAdded: "2026-01-31T12:00:00Z"}]\n',
    keeps: 'registerWithTaints: [{key: a, timeAdded: null}]\n',
    path: 'registerWithTaints[0].timeAdded',
    message: 'timeAdded must not be set: the control plane sets it',
  },
  {
    rule: 'V38',
    breaks: 'topologyManagerPolicy: None\n',
    keeps: 'topologyManagerPolicy: ""\n',
    path: 'topologyManagerPolicy',
    message: "topologyManagerPolicy 'None' must be none, best-effort, restricted or single-numa-node",
  },
  {
    rule: 'V39',
    breaks: 'topologyManagerScope: pods\n',
    keeps: 'topologyManagerScope: pod\n',
    path: 'topologyManagerScope',
    message: "topologyManagerScope 'pods' must be container or pod",
  },
  {
    rule: 'V40',
    breaks: 'shutdownGracePeriod: 10s\nshutdownGracePeriodCriticalPods: 10001ms\n',
    keeps: 'shutdownGracePeriod: 10s\nshutdownGracePeriodCriticalPods: 10s\n',
    path: 'shutdownGracePeriodCriticalPods',
    message: 'shutdownGracePeriodCriticalPods 10001ms must not be greater than shutdownGracePeriod 10s',
  },
  {
    rule: 'V40',
    breaks: 'shutdownGracePeriodCriticalPods: 20s\n',
    keeps: `${gates('false')}shutdownGracePeriodCriticalPods: 20s\n`,
    path: 'shutdownGracePeriodCriticalPods',
    message: 'shutdownGracePeriodCriticalPods 20s must not be greater than shutdownGracePeriod 0s (default)',
  },
  {
    rule: 'V41',
    breaks: 'shutdownGracePeriod: 999ms\n',
    keeps: 'shutdownGracePeriod: 1s\n',
    path: 'shutdownGracePeriod',
    message: 'shutdownGracePeriod 999ms must be 0s, or 1s or longer',
  },
  {
    rule: 'V41',
    breaks: 'shutdownGracePeriod: -1s\n',
    keeps: `${gates('false')}shutdownGracePeriod: -1s\n`,
    path: 'shutdownGracePeriod',
    message: 'shutdownGracePeriod -1s must be 0s, or 1s or longer',
  },
  {
    rule: 'V42',
    breaks: 'shutdownGracePeriod: 1s\nshutdownGracePeriodCriticalPods: 999ms\n',
    keeps: 'shutdownGracePeriod: 1s\nshutdownGracePeriodCriticalPods: 0s\n',
    path: 'shutdownGracePeriodCriticalPods',
    message: 'shutdownGracePeriodCriticalPods 999ms must be 0s, or 1s or longer',
  },
  {
    rule: 'V43',
    breaks: `${gates('false')}shutdownGracePeriod: 1ms\n`,
    keeps: `${gates('false')}shutdownGracePeriod: -1ms\n`,
    path: 'shutdownGracePeriod',
    message: 'shutdownGracePeriod 1ms needs the feature gate GracefulNodeShutdown',
  },
  {
    rule: 'V43',
    release: '1.34',
    breaks: 'featureGates: {GracefulNodeShutdown: false}\nshutdownGracePeriodCriticalPods: 1s\n',
    keeps: 'shutdownGracePeriod: 1s\nshutdownGracePeriodCriticalPods: 1s\n',
    path: 'shutdownGracePeriodCriticalPods',
    message: 'shutdownGracePeriodCriticalPods 1s needs the feature gate GracefulNodeShutdown',
  },
  {
    rule: 'V44',
    breaks: `${byPriority}shutdownGracePeriod: 10s\n`,
    keeps: `${byPriority}shutdownGracePeriod: 0s\n`,
    path: 'shutdownGracePeriodByPodPriority',
    message: 'shutdownGracePeriodByPodPriority must not be combined with shutdownGracePeriod 10s',
  },
  {
    rule: 'V44',
    breaks: `${byPriority}shutdownGracePeriodCriticalPods: 1s\n`,
    keeps: `${gates('true')}${byPriority}shutdownGracePeriodCriticalPods: 1s\n`,
    path: 'shutdownGracePeriodByPodPriority',
    message: 'shutdownGracePeriodByPodPriority must not be combined with shutdownGracePeriodCriticalPods 1s',
  },
  {
    rule: 'V45',
    breaks: `${gates('true')}${byPriority}`,
    keeps: `${gates('true')}shutdownGracePeriodByPodPriority: []\n`,
    path: 'shutdownGracePeriodByPodPriority',
    message: 'shutdownGracePeriodByPodPriority needs the feature gate GracefulNodeShutdownBasedOnPodPriority',
  },
]
