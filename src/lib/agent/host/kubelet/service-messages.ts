import type { Subject } from '../../../message/fact.ts'
import { type FactOf, message } from '../../../message/message.ts'
import { namesIn } from '../../../message/names-in.ts'

/** Why systemd did not do with the kubelet what it was asked for. */
export type ServiceFact =
  | FactOf<typeof SystemdRefused>
  | FactOf<typeof KubeletNotStarted>
  | FactOf<typeof KubeletNotStopped>
  | FactOf<typeof VersionNotReported>
  | FactOf<typeof RescueFileChanged>
  | FactOf<typeof RescueNotLoaded>
  | FactOf<typeof RescueReset>

/** `systemMessage`: what systemctl printed. */
export const SystemdRefused = message(
  'SystemdRefused',
  ({ subject, verb, systemMessage }: { subject: Subject; verb: string; systemMessage: string }) =>
    `systemctl ${verb} ${subject.name} failed: ${systemMessage}`,
)

/** No process was started in time. systemd goes on with what it was asked for. */
export const KubeletNotStarted = message(
  'KubeletNotStarted',
  ({ subject, state }: { subject: Subject; state: string }) => ({
    said: `${subject.name} was not started in time: it is ${state}`,
    hints: [`check it: systemctl status ${subject.name}`],
  }),
)

/** It is still running, or being stopped: what needs a stopped kubelet was not done. */
export const KubeletNotStopped = message(
  'KubeletNotStopped',
  ({ subject, state }: { subject: Subject; state: string }) => ({
    said: `${subject.name} was not stopped in time: it is ${state}`,
    hints: [`check it: systemctl status ${subject.name}`],
  }),
)

/** The program of the kubelet does not say which version it is. */
export const VersionNotReported = message(
  'VersionNotReported',
  ({ program }: { program: string }) => `'${program} --version' does not print the version of a kubelet`,
)

/** A file of the rescue is missing, or somebody changed it. */
export const RescueFileChanged = message('RescueFileChanged', ({ subject }: { subject: Subject }) => ({
  said: `${subject.name} is missing, or was changed`,
  hints: ['on the node, run: kubeletcfg agent install'],
}))

/** systemd has not read the drop-in of the rescue. */
export const RescueNotLoaded = message('RescueNotLoaded', ({ subject }: { subject: Subject }) => ({
  said: `systemd has not read the drop-in of the rescue for ${subject.name}`,
  hints: ['on the node, run: systemctl daemon-reload'],
}))

/** Later settings of the unit drop the command of the rescue. `by`: the drop-ins that do. */
export const RescueReset = message('RescueReset', ({ subject, by }: { subject: Subject; by: readonly string[] }) => ({
  said: `${by.length === 0 ? `the settings of ${subject.name} drop` : `${namesIn(by)} drops`} the command of the rescue from ExecStartPre=`,
  hints: [
    'move ExecStartPre= to a drop-in whose name sorts before 10-kubeletcfg-rescue.conf, and run: systemctl daemon-reload',
  ],
}))
