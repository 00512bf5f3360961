/**
 * Every goal: the highest value that is good enough, by the name of its row. Times are ratios to what the row is compared
 * with, round trips are counted in a row, times at scale are ratios to `kubectl get pods -A`, memory is a ratio to a bare Node process, after a soak to that after a tenth of the changes; 60 ms in a minute are 0.1 % of a core. No row has a goal of its own.
 */
const goals = {
  'npm: --version': 2.0,
  'npm: --help': 2.0,
  'npm: validate one file': 2.6,
  'npm: completion of a flag': 1.5,
  'npm: kubeletcfg push': 1.0,
  'npm: nodesize get': 2.0,
  'npm: kubeletcfg get --global': 2.0,
  'npm: kubeletcfg list': 2.0,
  'npm: nodesize set --no-cordon, until the kubelet answers': 3.0,
  'npm: validate 1,000 files, one core': 1.5,
  'executable: --version': 1.0,
  'executable: --help': 1.2,
  'executable: validate one file': 1.5,
  'executable: completion of a flag': 1.5,
  'executable: kubeletcfg push': 1.0,
  'executable: nodesize get': 2.0,
  'executable: kubeletcfg get --global': 2.0,
  'executable: kubeletcfg list': 2.0,
  'executable: nodesize set --no-cordon, until the kubelet answers': 3.0,
  'executable: validate 1,000 files, one core': 1.5,
  'round trips: kubeletcfg get --global': 3,
  'round trips: kubeletcfg list': 3,
  'round trips: kubeletcfg source': 3,
  'round trips: kubeletcfg diff --global': 3,
  'round trips: kubeletcfg push --node': 4,
  'round trips: kubeletcfg push --global, unchanged': 3,
  'round trips: nodesize get': 3,
  'round trips: nodesize set --no-cordon, until the kubelet answers': 5,
  'memory: library, one watch of nodes': 1.5,
  'memory: nodesize get --watch': 1.5,
  'memory: agent run': 1.5,
  'scale: nodesize get': 0.15,
  'scale: nodesize get NODE': 0.15,
  'scale: nodesize top': 0.15,
  'scale: nodesize set NODE': 0.15,
  'scale: nodesize apply --dry-run=client': 0.15,
  'scale: nodesize reconcile --once': 0.15,
  'scale: completion of NODE': 0.15,
  'scale: kubeletcfg list': 0.15,
  'rollout: writes of an agent to its Node': 4,
  'rollout: moves': 40,
  'rollout: status, to reading all Nodes': 2.0,
  'soak: sandbox, an object': 1.05,
  'soak: sandbox, a node': 1.05,
  'soak: sandbox, a pod made and deleted': 1.05,
  'soak: agent, a comment': 1.05,
  'soak: agent, a meaning': 1.05,
  'soak: agent, a rejected document': 1.05,
  'soak: agent, a held document': 1.05,
  'soak: agent, deleted and made again': 1.05,
  'soak: agent, a foreign drop-in': 1.05,
  'soak: agent, an outage of the API server': 1.05,
  'soak: reconciler, a node': 1.05,
  'soak: reconciler, a pod made and deleted': 1.05,
  'soak: reconciler, a size': 1.05,
  'agent: ms of processor time per idle minute': 60,
  'agent: push until healthy, than systemctl restart kubelet': 1.5,
} as const

export type GoalName = keyof typeof goals

export const goalNames = Object.keys(goals) as readonly GoalName[]

/** undefined: the row has no goal. */
export const goalOf = (name: string): number | undefined =>
  Object.hasOwn(goals, name) ? goals[name as GoalName] : undefined

/** Met by whatever rounds to the goal, with its decimals, at least one. NaN, what could not be measured, misses it. */
export const isMet = (value: number, goal: number): boolean =>
  Number(value.toFixed(Math.max(1, `${goal}`.split('.')[1]?.length ?? 0))) <= goal
