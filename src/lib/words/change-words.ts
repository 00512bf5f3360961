import type { Consequence } from '../kubelet-changes/consequence.ts'
import { type Hand, type Step, stepsFor } from '../kubelet-changes/steps.ts'
import type { Hazard } from '../kubelet-changes/upgrade/defaults.ts'
import type { Vocabulary } from './phrase.ts'

/** Consequences continue "after a plain restart,". */
export const changeWords: Vocabulary<Consequence | Hazard | Step> = {
  ValueTakesEffect: () => 'the kubelet uses the new value',
  PodsKeepOldValue: () => 'running pods keep the old value until they are re-created',
  PodsKeepOldAlignment: () => 'running pods keep the CPUs and memory that they were given before',
  PodsNoLongerFit: () => 'pods that no longer fit are failed permanently and not restarted',
  PodsAtOldPath: () =>
    'the kubelet no longer finds the containers, volumes or logs that running pods have at the old path',
  StaticPodsStop: () => 'static pods that the new source does not have are stopped',
  NodeKeepsOldValue: () => 'the Node keeps the old value: the kubelet sets it only when it registers a new Node',
  MayLoseApiServer: () =>
    'a wrong value can cut the kubelet off from the API server; only a fix on the node helps then',
  MayRefuseRequests: () => 'a wrong value can break logs, exec and metrics of the node',
  MayExitOnHost: () => 'the kubelet exits at every start if the host does not meet the new value',
  ContainersInOldCgroups: () => 'the kubelet may not start, and running containers stay in the old cgroups',
  RuntimeMayDecide: () =>
    'nothing changes if the runtime reports its cgroup driver, as containerd 2.0 and CRI-O 1.28 do; otherwise the ' +
    'kubelet may not start, and running containers stay in the old cgroups',
  ExitsOnOtherPolicy: ({ stateFile }) => `the kubelet exits at every start: ${stateFile} has another policy`,
  ExitsOnOtherReservation: ({ stateFile }) =>
    `the kubelet exits at every start if memoryManagerPolicy is Static: ${stateFile} has the old reservation`,
  ExitsOnOtherCpus: ({ stateFile }) =>
    `the kubelet exits at every start: with strict-cpu-reservation, ${stateFile} must have the reserved CPUs`,
  ExitsOnOtherIdRanges: () =>
    'the kubelet exits at every start while the node has pods with hostUsers: false, also of DaemonSets',
  ExitsOnCgroupV1: () => 'on hosts with cgroup v1 the kubelet does not start; check with: stat -fc %T /sys/fs/cgroup',
  DrainNode: () => 'drain the node',
  ResetNodeSize: () => 'run nodesize reset NODE (if nodesize manages the node)',
  StopKubelet: () => 'stop the kubelet',
  RemoveStateFiles: ({ files }) => `remove ${files.join(' and ')} from its root directory`,
  ChangeFile: () => 'change the file',
  ChangeNodeObject: () => 'make the same change to the Node with kubectl (or delete it: the kubelet re-registers)',
  RebootMachine: () => 'reboot the machine',
  StartKubelet: () => 'start the kubelet',
  AgentApplies: () => 'let its agent apply the document',
  RestartKubelet: () => 'restart the kubelet',
  UncordonNode: () => 'uncordon the node',
}

export interface StepInWords {
  readonly reason: Step['reason']
  readonly message: string
}

const say = changeWords as Readonly<Record<string, (fact: never) => string>>

export const consequenceInWords = (consequence: Consequence): string => say[consequence.reason]!(consequence as never)

export const stepText = (step: Step): string => say[step.reason]!(step as never)

type Changes = Parameters<typeof stepsFor>[0]

export const stepsInWords = (change: Changes, by?: Hand): readonly StepInWords[] =>
  stepsFor(change, by).map((step) => ({ reason: step.reason, message: stepText(step) }))

/** All steps in one line. */
export const stepsLine = (change: Changes, by?: Hand): string =>
  stepsInWords(change, by)
    .map(({ message }) => message)
    .join(', ') || 'nothing to do: the effective configuration is the same'
