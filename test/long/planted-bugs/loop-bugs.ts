import type { Bug } from './bugs.ts'

const tests = (file: string) => ({ kind: 'tests', file }) as const
const cuts = (acts: RegExp) => ({ kind: 'power-cuts', acts }) as const

/** In what carries out, and in who may. */
export const loopBugs: readonly Bug[] = [
  {
    name: 'the node is changed although the journal cannot be written',
    file: 'agent/loop/decider.ts',
    was: 'problem === undefined || mayPrecedeJournal(this.#state)',
    is: 'problem === undefined || this.#state !== undefined',
    foundBy: tests('agent/loop/decider'),
  },
  {
    name: 'a journal that could not be written is not written again',
    file: 'agent/loop/decider.ts',
    was: '    if (journal === this.#written) return undefined\n    try {\n',
    is: '    if (journal === this.#written) return undefined\n    this.#written = journal\n    try {\n',
    foundBy: tests('agent/loop/decider'),
  },
  {
    name: 'the journal is not written when the agent ends',
    file: 'agent/loop/decider.ts',
    was: '      await this.#underWay\n      await this.#write()\n',
    is: '      await this.#underWay\n',
    foundBy: tests('agent/loop/decider'),
  },
  {
    name: 'a lease counts from its answer on, and not from its request',
    file: 'loop/leader-election/lease-lock.ts',
    was: "return { kind: 'held', since: at.monotonic }",
    is: "return { kind: 'held', since: clock.monotonic() }",
    foundBy: tests('loop/leader-election/lease-lock'),
  },
  {
    name: 'a reconciler tries at once again what has just failed',
    file: 'loop/controller/rate-limiter.ts',
    was: 'return Math.max(0, last.retryAt - now)',
    is: 'return 0',
    foundBy: tests('loop/controller/rate-limiter'),
  },
  {
    name: 'a replica resizes without looking whether it still leads',
    file: 'sizes/reconciler/leader-cluster.ts',
    was: "balloons: { read: 'always',",
    is: "balloons: { resize: 'always', read: 'always',",
    foundBy: tests('sizes/reconciler/leader-cluster'),
  },
  {
    name: 'a replica cordons without looking whether it still leads',
    file: 'sizes/reconciler/leader-cluster.ts',
    was: 'schedule: (_node, { unschedulable }) => !unschedulable',
    is: "schedule: 'always'",
    foundBy: tests('sizes/reconciler/leader-cluster'),
  },
  {
    name: 'a replica may send a write that nobody has named',
    file: 'loop/leader-election/guard-writes.ts',
    was: "if (typeof rule !== 'function' || !rule(...args)) confirm()",
    is: "if (typeof rule === 'function' && !rule(...args)) confirm()",
    foundBy: tests('sizes/reconciler/leader-cluster'),
  },
  {
    name: 'an agent may write to the Node of another one',
    file: 'agent/manifests/own-node-policy.ts',
    was: "    { expression: isOwnNode('request.name'), message: 'an agent changes its own Node only' },\n",
    is: '',
    foundBy: tests('agent/manifests/own-node-policy'),
  },
  {
    name: 'a token counts for each node, whichever it is bound to',
    file: 'agent/manifests/agent-identity.ts',
    was: "variables.claimed == '' ||",
    is: 'true ||',
    foundBy: tests('agent/manifests/own-node-policy'),
  },
  {
    name: 'state files are forgotten while the rescue may want them',
    file: 'agent/loop/perform.ts',
    was: '  await host.rescue.disarm()\n  await host.stateFiles.discard()\n',
    is: '  await host.stateFiles.discard()\n  await host.rescue.disarm()\n',
    foundBy: cuts(/^an agent: one with other state files/),
  },
  {
    name: 'the journal is written after what it announces',
    file: 'agent/loop/decider.ts',
    was: 'const problem = await this.#write()',
    is: 'const problem = undefined\n    setTimeout(() => this.#underWay.then(() => this.#write()))',
    foundBy: cuts(/^an agent: one good document/),
  },
]
