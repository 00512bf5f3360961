import { jest } from '../cluster/command.ts'
import { newest } from '../cluster/versions.ts'
import { bugs } from './planted-bugs/bugs.ts'
import type { Command, Story } from './share.ts'

/** Tests of one file, on a cluster of its own, with more cases than they have by default. */
const onCluster = (file: string, env: Command['env']): Command => ({
  args: ['test/cluster/run.ts', '--', ...jest, file],
  ...(env && { env }),
})

/** What takes minutes, and finds more the longer it runs: random cases, from a seed. The longest first, as they run side by side. */
export const stories: readonly Story[] = [
  {
    name: 'planted-bugs',
    minutes: 4,
    parts: 6,
    command: ({ seed, of }) => ({ args: ['test/long/planted-bugs/run.ts', ...random(seed, of(bugs.length))] }),
  },
  {
    name: 'power-cuts',
    minutes: 3,
    command: ({ seed, of }) => ({
      args: ['test/lib/machine/power-cut/walk.ts', '^an agent', ...random(seed, of(3))],
      env: { TMPDIR: '/dev/shm' },
    }),
  },
  {
    name: 'starts',
    minutes: 3,
    command: ({ seed, of }) => ({ args: fuzz(seed, of(200), '--start') }),
  },
  {
    name: 'agent',
    minutes: 4,
    command: ({ seed, of }) => ({ args: ['test/lib/agent/schedules/fuzz.ts', ...random(seed, of(150_000))] }),
  },
  {
    name: 'rollouts',
    minutes: 1,
    command: ({ seed, of }) => ({ args: ['test/lib/rollouts/schedules/fuzz.ts', ...random(seed, of(6_000))] }),
  },
  {
    name: 'reconciler',
    minutes: 1,
    // Of other seeds, nothing has shown yet that no schedule breaks an invariant.
    command: ({ of }) => ({ args: ['test/lib/sizes/reconciler/schedules/fuzz.ts', ...random(1, of(600))] }),
  },
  {
    name: 'protobuf',
    minutes: 1,
    command: ({ seed, of }) => ({ args: ['test/oracle/protobuf/fuzz.ts', ...random(seed, of(60_000))] }),
  },
  {
    name: 'verdicts',
    minutes: 1,
    command: ({ seed, of }) => ({ args: fuzz(seed, of(10_000)) }),
  },
  {
    name: 'drop-ins',
    minutes: 1,
    command: ({ seed, of }) => ({ args: fuzz(seed, of(2_000), '--drop-ins') }),
  },
  // On clusters: `npm run test:cluster` runs a part of each.
  {
    name: 'clocks',
    isOnCluster: true,
    minutes: 18,
    parts: 8,
    command: ({ seed, of }) => onCluster('clocks/steps', { CLOCKS: String(of(25)), SEED: String(seed) }),
  },
  {
    name: 'hundred',
    isOnCluster: true,
    minutes: 14,
    parts: 12,
    command: ({ of }) => onCluster('stories/many-changes', { REAL_CHANGES: String(of(100)) }),
  },
  {
    name: 'disk',
    isOnCluster: true,
    minutes: 12,
    parts: 6,
    command: ({ seed, of }) => onCluster('stories/broken-disk', { DISK: String(of(12)), SEED: String(seed) }),
  },
  {
    name: 'changes',
    isOnCluster: true,
    minutes: 5,
    command: ({ seed, of }) =>
      onCluster('changes/changes', { CHANGES: String(of(30)), STATIC: String(of(12)), SEED: String(seed) }),
  },
  {
    name: 'races',
    isOnCluster: true,
    minutes: 5,
    command: ({ of }) => onCluster('nodesize/races', { RACES: String(of(180)) }),
  },
]

function fuzz(seed: number, count: number, ...flags: readonly string[]): readonly string[] {
  return ['test/oracle/fuzz.ts', ...flags, '--release', newest, ...random(seed, count)]
}

function random(seed: number, count: number): readonly string[] {
  return ['--count', String(count), '--seed', String(seed)]
}
