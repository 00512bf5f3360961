import type { ServiceFact } from '../host/kubelet/service-fact.ts'
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
  VersionNotReported: ({ program }) => `'${program} --version' does not print the version of a kubelet`,
}
