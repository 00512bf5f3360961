import type { Case } from '../rules/case.ts'

const both = 'memory.available: 100Mi, nodefs.available: 10%'
const grace = 'evictionSoftGracePeriod: {memory.available: 1m}\nevictionMaxPodGracePeriod: 60\n'

export const cases: readonly Case[] = [
  {
    rule: 'H01',
    breaks: 'evictionHard: {memory.available: 100%, nodefs.available: 10%}\n',
    keeps: 'evictionHard: {memory.available: 99%, nodefs.available: 10%, imagefs.available: 0%}\n',
    path: 'evictionHard[memory.available]',
    message: "memory.available '100%' switches the threshold off: the kubelet ignores 0% and 100%",
  },
  {
    rule: 'H01',
    breaks: `evictionHard: {${both.replace('10%', '0%')}}\n`,
    keeps: `evictionSoft: {memory.available: 0%}\nevictionHard: {${both}}\n`,
    path: 'evictionHard[nodefs.available]',
    message: "nodefs.available '0%' switches the threshold off: the kubelet ignores 0% and 100%",
  },
  {
    rule: 'H02',
    breaks: 'evictionHard: {memory.available: 200Mi}\n',
    keeps: 'evictionHard: {memory.available: 200Mi}\nmergeDefaultEvictionSettings: true\n',
    path: 'evictionHard',
    message: 'evictionHard replaces the default thresholds: nodefs.available has none',
  },
  {
    rule: 'H02',
    release: '1.32',
    breaks: 'evictionHard: {}\nmergeDefaultEvictionSettings: true\n',
    keeps: `evictionHard: {nodefs.available: 5%}\nevictionSoft: {memory.available: 5%}\n${grace}`,
    path: 'evictionHard',
    message: 'evictionHard replaces the default thresholds: memory.available and nodefs.available have none',
  },
  {
    rule: 'H03',
    breaks: `evictionHard: {${both}}\nevictionSoft: {memory.available: 50Mi}\n${grace}`,
    keeps: `evictionHard: {${both}}\nevictionSoft: {memory.available: 200Mi}\n${grace}`,
    path: 'evictionSoft[memory.available]',
    message: "memory.available '50Mi' must be above '100Mi' of evictionHard to have an effect",
  },
  {
    rule: 'H03',
    breaks: `evictionSoft: {memory.available: 100Mi}\n${grace}`,
    keeps: `evictionSoft: {memory.available: 1%}\n${grace}`,
    path: 'evictionSoft[memory.available]',
    message: "memory.available '100Mi' must be above '100Mi' of evictionHard to have an effect",
  },
  {
    rule: 'H04',
    breaks: 'evictionHard: {memory.available: 100Mi, nodefs.available: 90%}\n',
    keeps: 'evictionHard: {memory.available: 100Mi, nodefs.available: 49.9%}\n',
    path: 'evictionHard[nodefs.available]',
    message: "nodefs.available '90%' puts the node under pressure unless 90% is free",
  },
  {
    rule: 'H05',
    breaks: 'evictionSoft: {memory.available: 200Mi}\nevictionSoftGracePeriod: {memory.available: 1m}\n',
    keeps: `evictionSoft: {memory.available: 200Mi}\n${grace}`,
    path: 'evictionSoft',
    message: 'soft eviction ends pods at once, because evictionMaxPodGracePeriod is 0',
  },
  {
    rule: 'H06',
    breaks: 'systemReserved: {memory: 512m}\n',
    keeps: 'systemReserved: {memory: 512M, cpu: 512m}\n',
    path: 'systemReserved[memory]',
    message: "memory '512m' is less than a byte",
  },
  {
    rule: 'H06',
    breaks: 'kubeReserved: {ephemeral-storage: "1"}\n',
    keeps: 'kubeReserved: {ephemeral-storage: "0", pid: "1000"}\n',
    path: 'kubeReserved[ephemeral-storage]',
    message: "ephemeral-storage '1' is only 1 byte",
  },
  {
    rule: 'H06',
    breaks: `evictionHard: {${both.replace('100Mi', '"100"')}}\n`,
    keeps: `evictionHard: {${both}, pid.available: "100"}\nevictionMinimumReclaim: {memory.available: 0Mi}\n`,
    path: 'evictionHard[memory.available]',
    message: "memory.available '100' is only 100 bytes",
  },
]
