import { expect } from '@jest/globals'
import { controller } from '../../../../src/lib/names.ts'
import type { ProbeId, ProbePod } from '../../../../src/lib/rollouts/probe.ts'
import { findingsText } from '../../../../src/lib/rollouts/probe-findings.ts'
import { good, patchCall, pathOf } from '../../../contract/requests.ts'
import { limits, type PortCase, type PortSubject } from '../../connect/port-side.ts'

const path = pathOf('pods', controller.namespace)
const policy = { image: 'registry.example/kubeletcfg:1.0', without: [] } as const

/** On a node without a kubelet that would have another opinion. */
const idFor = (subject: PortSubject, moment: ProbeId['moment']): ProbeId => ({
  ...{ node: subject.name(), generation: 3, moment },
})

async function ports(subject: PortSubject) {
  const metadata = { name: controller.namespace }
  await subject.request({ method: 'POST', path: pathOf('namespaces'), body: { metadata } })
  const account = {
    method: 'POST',
    path: pathOf('serviceaccounts', controller.namespace),
    body: { metadata: { name: 'default' } },
  } as const
  await subject.request(account)
  return (await subject.connect()).probes
}

export const probeCases: readonly PortCase[] = [
  {
    name: 'probes: one is made once, is listed with what its pod shows, and is removed once',
    async run(subject) {
      const probes = await ports(subject)
      const [id, other] = [idFor(subject, 'with'), idFor(subject, 'before')]
      const of = async ({ node }: ProbeId): Promise<ProbePod | undefined> =>
        (await probes.list(limits)).find((one) => one.node === node)
      await probes.make(id, policy, limits)
      const made = await of(id)
      expect(made).toMatchObject({ ...id, outcome: { kind: 'under-way' }, madeAt: expect.any(Number) })
      await probes.make(id, policy, limits)
      await probes.make(other, policy, limits)
      expect((await of(id))?.uid).toBe(made?.uid)
      const status = {
        phase: 'Succeeded',
        containerStatuses: [
          {
            ...{ name: 'probe', image: policy.image, imageID: '', ready: false, restartCount: 0 },
            state: { terminated: { exitCode: 0, message: findingsText([{ check: 'dns', why: 'ENOTFOUND' }]) } },
          },
        ],
      }
      good(await subject.request(patchCall(`${path}/${made!.name}/status`, 'merge', { status })))
      expect(await of(id)).toMatchObject({
        ...{ ...id, uid: made!.uid },
        outcome: { kind: 'ended', failed: [{ check: 'dns', why: 'ENOTFOUND' }] },
      })
      await probes.remove({ ...made!, uid: 'another' }, limits)
      expect(await of(id)).toBeDefined()
      await probes.remove(made!, limits)
      await probes.remove(made!, limits)
      expect(await of(id)).toBeUndefined()
      expect(await of(other)).toBeDefined()
      await probes.remove((await of(other))!, limits)
    },
  },
  {
    name: 'probes: the log of a pod whose kubelet nobody can reach is a check that fails',
    async run(subject) {
      const probes = await ports(subject)
      const id = idFor(subject, 'with')
      await probes.make(id, policy, limits)
      const made = (await probes.list(limits)).find(({ node }) => node === id.node)!
      expect(await probes.tryLog(made, limits)).toEqual({ check: 'logs', why: expect.stringContaining('not found') })
      await probes.remove(made, limits)
      expect(await probes.tryLog(made, limits)).toMatchObject({ check: 'logs' })
    },
  },
]
