import { expect, test } from '@jest/globals'
import { planInstall } from '../../../../src/lib/agent/install/install.ts'
import { applyInstall } from '../../../../src/lib/agent/install/install-apply.ts'
import { applyUninstall } from '../../../../src/lib/agent/install/uninstall-apply.ts'
import { makeMachine, request } from './machine.ts'
import { limits, planOf } from './with-agent.ts'

test.each([
  ['a file', false],
  ['a drop-in for its unit', true],
])(
  'with %s: wherever an installation is killed, the next completes it, and no uninstallation leaves anything',
  async (_, variable) => {
    for (let cut = 0; ; cut++) {
      await using machine = await makeMachine({ variable })
      const before = machine.listing()
      const plan = await planInstall(machine.install, request(), limits)
      if (cut > plan.steps.length) return
      await applyInstall(machine.install, { ...plan, steps: plan.steps.slice(0, cut) }, limits)
      await applyInstall(machine.install, await planInstall(machine.install, request(), limits), limits)
      expect([cut, machine.agent]).toEqual([cut, { isActive: true, isEnabled: true }])
      expect((await planInstall(machine.install, request(), limits)).isDone).toBe(true)
      await machine.journal({})
      await applyUninstall(machine.uninstall, await planOf(machine), limits)
      expect([cut, machine.listing()]).toEqual([cut, before])
    }
  },
)
