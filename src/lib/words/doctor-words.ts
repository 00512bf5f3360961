import type { DoctorFact } from '../flows/agent/doctor.ts'
import type { Vocabulary } from './phrase.ts'

export const doctorWords: Vocabulary<DoctorFact> = {
  OwnKubeletNewer: ({ version, release }) =>
    `kubelet ${version} is newer than this program: documents are validated as for ${release}`,
  OwnKubeletOlder: ({ version, release }) =>
    `kubelet ${version} is older than ${release}: documents are validated as for ${release}`,
  ClockNotSynchronized: () => ({
    said: 'the clock of this machine is not synchronized: times that its agent reports may be wrong',
    hints: ['start a time service, such as systemd-timesyncd or chrony; timedatectl shows its state'],
  }),
}
