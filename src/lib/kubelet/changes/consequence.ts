import { messageOf } from '../../message/describe.ts'
import { type FactOf, message } from '../../message/message.ts'

/** What happens when the kubelet is only restarted after a change. */
export type Consequence =
  | FactOf<typeof ValueTakesEffect>
  | FactOf<typeof PodsKeepOldValue>
  | FactOf<typeof PodsKeepOldAlignment>
  | FactOf<typeof PodsNoLongerFit>
  | FactOf<typeof PodsAtOldPath>
  | FactOf<typeof StaticPodsStop>
  | FactOf<typeof NodeKeepsOldValue>
  | FactOf<typeof MayLoseApiServer>
  | FactOf<typeof MayRefuseRequests>
  | FactOf<typeof MayExitOnHost>
  | FactOf<typeof ContainersInOldCgroups>
  | FactOf<typeof RuntimeMayDecide>
  | FactOf<typeof ExitsOnOtherPolicy>
  | FactOf<typeof ExitsOnOtherReservation>
  | FactOf<typeof ExitsOnOtherCpus>
  | FactOf<typeof ExitsOnOtherIdRanges>

export const ValueTakesEffect = message('ValueTakesEffect', () => 'the kubelet uses the new value')

export const PodsKeepOldValue = message(
  'PodsKeepOldValue',
  () => 'running pods keep the old value until they are re-created',
)

export const PodsKeepOldAlignment = message(
  'PodsKeepOldAlignment',
  () => 'running pods keep the CPUs and memory that they were given before',
)

/** Pods are admitted again when the kubelet starts; those that do not fit end in phase Failed. */
export const PodsNoLongerFit = message(
  'PodsNoLongerFit',
  () => 'pods that no longer fit are failed permanently and not restarted',
)

export const PodsAtOldPath = message(
  'PodsAtOldPath',
  () => 'the kubelet no longer finds the containers, volumes or logs that running pods have at the old path',
)

export const StaticPodsStop = message(
  'StaticPodsStop',
  () => 'static pods that the new source does not have are stopped',
)

export const NodeKeepsOldValue = message(
  'NodeKeepsOldValue',
  () => 'the Node keeps the old value: the kubelet sets it only when it registers a new Node',
)

export const MayLoseApiServer = message(
  'MayLoseApiServer',
  () => 'a wrong value can cut the kubelet off from the API server; only a fix on the node helps then',
)

export const MayRefuseRequests = message(
  'MayRefuseRequests',
  () => 'a wrong value can break logs, exec and metrics of the node',
)

export const MayExitOnHost = message(
  'MayExitOnHost',
  () => 'the kubelet exits at every start if the host does not meet the new value',
)

export const ContainersInOldCgroups = message(
  'ContainersInOldCgroups',
  () => 'the kubelet may not start, and running containers stay in the old cgroups',
)

/** The container runtime may decide about the value of this field. */
export const RuntimeMayDecide = message(
  'RuntimeMayDecide',
  () =>
    'nothing changes if the runtime reports its cgroup driver, as containerd 2.0 and CRI-O 1.28 do; otherwise the ' +
    'kubelet may not start, and running containers stay in the old cgroups',
)

export const ExitsOnOtherPolicy = message(
  'ExitsOnOtherPolicy',
  ({ stateFile }: { stateFile: string }) => `the kubelet exits at every start: ${stateFile} has another policy`,
)

export const ExitsOnOtherReservation = message(
  'ExitsOnOtherReservation',
  ({ stateFile }: { stateFile: string }) =>
    `the kubelet exits at every start if memoryManagerPolicy is Static: ${stateFile} has the old reservation`,
)

export const ExitsOnOtherCpus = message(
  'ExitsOnOtherCpus',
  ({ stateFile }: { stateFile: string }) =>
    `the kubelet exits at every start: with strict-cpu-reservation, ${stateFile} must have the reserved CPUs`,
)

export const ExitsOnOtherIdRanges = message(
  'ExitsOnOtherIdRanges',
  () => 'the kubelet exits at every start while the node has pods with hostUsers: false, also of DaemonSets',
)

export const consequenceInWords = (consequence: Consequence): string => messageOf(consequence)
