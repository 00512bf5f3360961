import type { Config } from '../model/config.ts'
import type { Journal } from './journal.ts'
import type { Change, Work } from './work.ts'

/**
 * What a kubelet may run with whose process is older than the live file, by the journal of an agent that was stopped:
 * a change that is under way has written the file and not restarted the kubelet yet. Nothing without one: then a kubelet
 * that was not restarted did not need it.
 */
export function mayRun({ work, active }: Pick<Journal, 'work' | 'active'>): readonly Config[] {
  switch (work.kind) {
    case 'Settled':
    case 'DeadEnd':
      return []
    case 'Applying':
      return [...ofChange(work), ...(work.instead?.kind === 'Trial' ? ofChange(work.instead) : [])]
    case 'Trial':
      return work.runsOther ? ofChange(work) : [work.config]
    case 'RollingBack':
      return [work.from, work.to, active]
  }
}

const ofChange = ({ config, replaces }: Change): readonly Config[] => [replaces, config]

/** Of what is under way: whose checkpoints are needed, to go on and to go back. */
export function configsOf(work: Work): readonly Config[] {
  switch (work.kind) {
    case 'Settled':
      return []
    case 'Applying':
      return [work.config, work.replaces, ...(work.instead === undefined ? [] : configsOf(work.instead))]
    case 'Trial':
      return [work.config, work.replaces]
    case 'RollingBack':
      return [work.from, work.to]
    case 'DeadEnd':
      return [work.from]
  }
}
