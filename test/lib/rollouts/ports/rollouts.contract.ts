import { expect } from '@jest/globals'
import { rollout as names } from '../../../../src/lib/names.ts'
import type { Rollouts } from '../../../../src/lib/rollouts/ports/rollouts.ts'
import type { Rollout } from '../../../../src/lib/rollouts/rollout.ts'
import { good, ownNamespace, patchCall, pathOf, read, removeNow } from '../../../contract/requests.ts'
import type { Entity } from '../../../contract/subject.ts'
import { limits, type PortCase, type PortSubject } from '../../connect/port-side.ts'
import { begun, documentOf, members, rolloutOf, SimulatedFleet } from '../simulated-fleet.ts'

interface ConfigMap extends Entity {
  readonly metadata: Entity['metadata'] & { readonly labels?: Readonly<Record<string, string>> }
  readonly data?: Readonly<Record<string, string>>
}

async function room(subject: PortSubject) {
  const namespace = await ownNamespace(subject)
  const path = `${pathOf('configmaps', namespace)}/${names.configMap}`
  const { rollouts } = await subject.connect({ namespace })
  const edit = async (body: object) => good(await subject.request(patchCall(path, 'merge', body)))
  return { rollouts, path, edit, stored: () => read<ConfigMap>(subject, path) }
}

const first = rolloutOf()

function underWay(): Rollout {
  const fleet = new SimulatedFleet(members(3), first)
  fleet.desired = documentOf('new')
  return fleet.pass(10_000).rollout
}

const rolloutIn = (stored: Awaited<ReturnType<Rollouts['read']>>) =>
  stored?.reading.kind === 'rollout' ? stored.reading.rollout : stored?.reading.kind

export const rolloutCases: readonly PortCase[] = [
  {
    name: 'rollouts: one that is not there is undefined, and is created, but not in a dry run',
    async run(subject) {
      const { rollouts } = await room(subject)
      expect(await rollouts.read(limits)).toBeUndefined()
      await rollouts.write(first, undefined, 'server', limits)
      expect(await rollouts.read(limits)).toBeUndefined()
      const written = await rollouts.write(first, undefined, 'none', limits)
      expect(await rollouts.read(limits)).toEqual(written)
      expect(rolloutIn(written)).toEqual(first)
      expect(written.writtenAt).toBeGreaterThan(0)
    },
  },
  {
    name: 'rollouts: a candidate comes and goes, and what others have added stays',
    async run(subject) {
      const { rollouts, edit, stored } = await room(subject)
      await rollouts.write(first, undefined, 'none', limits)
      await edit({ metadata: { labels: { team: 'nodes' } }, data: { readme: 'by hand' } })
      const before = await rollouts.read(limits)
      const moved = await rollouts.write(underWay(), before, 'none', limits)
      expect((await stored()).data?.['candidate']).toBe('# new\n')
      await rollouts.write(first, moved, 'none', limits)
      const { metadata, data } = await stored()
      expect(metadata.labels).toEqual({ team: 'nodes' })
      expect(Object.keys(data ?? {}).sort()).toEqual(['promoted', 'readme', 'state'])
    },
  },
  {
    name: 'rollouts: whoever has not seen the last write changes nothing',
    async run(subject) {
      const { rollouts, path } = await room(subject)
      const old = await rollouts.write(first, undefined, 'none', limits)
      const now = await rollouts.write(underWay(), old, 'none', limits)
      const conflict = expect.objectContaining({ code: 'conflict' })
      await expect(rollouts.write(first, old, 'none', limits)).rejects.toEqual(conflict)
      await expect(rollouts.write(first, undefined, 'none', limits)).rejects.toEqual(conflict)
      expect(await rollouts.read(limits)).toEqual(now)
      await removeNow(subject, path)
      await expect(rollouts.write(first, now, 'none', limits)).rejects.toEqual(conflict)
      expect(await rollouts.read(limits)).toBeUndefined()
    },
  },
  {
    name: 'rollouts: one that was edited is there, and unreadable',
    async run(subject) {
      const { rollouts, edit } = await room(subject)
      await rollouts.write(first, undefined, 'none', limits)
      await edit({ data: { promoted: '# another\n' } })
      expect((await rollouts.read(limits))?.reading).toMatchObject({
        kind: 'unreadable',
        because: { reason: 'RolloutTextChanged' },
      })
    },
  },
  {
    name: 'rollouts: a watch has it as it is, and each change',
    async run(subject) {
      const { rollouts, path } = await room(subject)
      const end = new AbortController()
      const seen: unknown[] = []
      for await (const stored of rollouts.watch({ signal: end.signal })) {
        const last = rolloutIn(stored)
        seen.push(last === undefined ? undefined : ((last as Rollout).progress?.startedAt ?? 'at rest'))
        if (seen.length === 1) await rollouts.write(first, undefined, 'none', limits)
        if (seen.length === 2) await rollouts.write(underWay(), stored, 'none', limits)
        if (seen.length === 3) await removeNow(subject, path)
        if (seen.length === 4) end.abort()
      }
      expect(seen).toEqual([undefined, 'at rest', new Date(begun).toISOString(), undefined])
    },
  },
]
