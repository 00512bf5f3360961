import type { ServiceFact } from '../host/kubelet/service-fact.ts'
import { namesIn } from './names-in.ts'
import type { Vocabulary } from './phrase.ts'

export const serviceWords: Vocabulary<ServiceFact> = {
  SystemdRefused: ({ subject, verb, systemMessage }) => `systemctl ${verb} ${subject.name} failed: ${systemMessage}`,
  KubeletNotStarted: ({ subject, state }) => ({
    said: `${subject.name} was not started in time: it is ${state}`,
    hints: [`check it: systemctl status ${subject.name}`],
  }),
  KubeletNotStopped: ({ subject, state }) => ({
    said: `${subject.name} was not stopped in time: it is ${state}`,
    hints: [`check it: systemctl status ${subject.name}`],
  }),
  RescueFileChanged: ({ subject }) => ({
    said: `${subject.name} is missing, or was changed`,
    hints: ['on the node, run: kubeletcfg agent install'],
  }),
  RescueNotLoaded: ({ subject }) => ({
    said: `systemd has not read the drop-in of the rescue for ${subject.name}`,
    hints: ['on the node, run: systemctl daemon-reload'],
  }),
  RescueReset: ({ subject, by }) => ({
    said: `${by.length === 0 ? `the settings of ${subject.name} drop` : `${namesIn(by)} drops`} the command of the rescue from ExecStartPre=`,
    hints: [
      'move ExecStartPre= to a drop-in whose name sorts before 10-kubeletcfg-rescue.conf, and run: systemctl daemon-reload',
    ],
  }),
  VersionNotReported: ({ program }) => `'${program} --version' does not print the version of a kubelet`,
}
