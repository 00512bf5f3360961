import type { Bug } from './bugs.ts'

const schedules = { kind: 'schedules' } as const
const tests = (file: string) => ({ kind: 'tests', file: `agent/${file}` }) as const

/** In what decides. */
export const coreBugs: readonly Bug[] = [
  {
    name: 'a document is written before the rescue has its orders',
    file: 'agent/change/applying.ts',
    was: "podsInDoubt: false, pulse, stage: 'arming' })",
    is: "podsInDoubt: false, pulse, stage: 'writing' })",
    foundBy: schedules,
  },
  {
    name: 'the kubelet is restarted before what was good is written',
    file: 'agent/change/going-back.ts',
    was: "wasReplaced ? 'writing' : 'examining'",
    is: "wasReplaced ? 'restarting' : 'examining'",
    foundBy: schedules,
  },
  {
    name: 'what was good comes back without its state files',
    file: 'agent/change/going-back.ts',
    was: "work.stateFiles.length > 0 ? { kind: 'back' } : { kind: 'leave' }",
    is: "work.stateFiles.length > 0 ? { kind: 'leave' } : { kind: 'leave' }",
    foundBy: schedules,
  },
  {
    name: 'a bad document is forgotten',
    file: 'agent/change/settling.ts',
    was: 'bad: remembered.bad,',
    is: 'bad: journal.bad,',
    foundBy: schedules,
  },
  {
    name: 'an opt-out is ignored in a trial',
    file: 'agent/change/trial.ts',
    was: 'if (!isForbidden(work, state)) return state',
    is: 'if (work.restarts || !isForbidden(work, state)) return state',
    foundBy: tests('opt-out'),
  },
  {
    name: 'unknown pods count as a drained node',
    file: 'agent/decide/decide.ts',
    was: 'node?.drained !== true',
    is: 'node?.drained === false',
    foundBy: tests('hold'),
  },
  {
    name: 'a second document in a trial that moved state files aside does not go back first',
    file: 'agent/decide/decide.ts',
    was: "if (work.kind === 'Trial' && work.stateFiles.length > 0) return { kind: 'go-back' }",
    is: '',
    foundBy: tests('superseded'),
  },
  {
    name: 'a dry run begins trials',
    file: 'agent/decide/decide.ts',
    was: "active.source === 'local' || settings.dryRun ||",
    is: "active.source === 'local' ||",
    foundBy: tests('hold'),
  },
]
