import { propertyOf } from '../../../kubelet/layout/unit-properties.ts'
import { Failure } from '../../../message/failure.ts'
import type { Limits } from '../../../ports/limits.ts'
import type { Units } from '../../ports/units.ts'
import type { NodeAccess } from './node-access.ts'
import { systemctlOver } from './systemctl.ts'

/** Longer than the unit itself gives its service. */
const startMs = 75_000
const stopMs = 90_000

export function systemdUnits(node: NodeAccess): Units {
  const systemctl = systemctlOver(node)
  const stateOf = async (unit: string, limits: Limits): Promise<string> =>
    propertyOf(await systemctl.show(unit, limits), 'ActiveState')
  return {
    reload: (limits) => systemctl.order('daemon-reload', undefined, limits),
    async enableNow(unit, { signal, timeoutMs = startMs }) {
      const limits = { signal, timeoutMs }
      await systemctl.order('enable', unit, limits)
      await systemctl.order('restart', unit, limits)
    },
    async disableNow(unit, { signal, timeoutMs = stopMs }) {
      const limits = { signal, timeoutMs }
      const properties = await systemctl.show(unit, limits)
      if (propertyOf(properties, 'LoadState') === 'not-found') return
      await systemctl.order('stop', unit, limits)
      await systemctl.order('disable', unit, limits)
      // Only a unit that failed has something to reset.
      await systemctl.order('reset-failed', unit, limits).catch(ignoreRefusal)
    },
    isActive: async (unit, limits) => (await stateOf(unit, limits)) === 'active',
    isStopped: async (unit, limits) => ['inactive', 'failed'].includes(await stateOf(unit, limits)),
    wantedBy: async (unit, limits) =>
      propertyOf(await systemctl.show(unit, limits), 'WantedBy')
        .split(' ')
        .filter((name) => name !== ''),
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof Failure) || error.code !== 'refused') throw error
}
