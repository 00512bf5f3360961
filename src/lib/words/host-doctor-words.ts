import type { HostDoctorFact } from '../flows/sizes/doctor/doctor-fact.ts'
import { balloon } from '../names.ts'
import { namesIn } from './names-in.ts'
import type { Vocabulary } from './phrase.ts'
import { amountsIn } from './resize-words.ts'

export const hostDoctorWords: Vocabulary<HostDoctorFact> = {
  HostExceeded: ({ nodes, excess }) => ({
    said: `nodes of one host offer ${amountsIn(excess)} more than it has: ${namesIn(nodes)}`,
    hints: [`nodesize split --host-of ${nodes[0]} gives each its part; nodesize share shows them`],
  }),
  MachineNotesBroken: ({ nodes }) => ({
    said: `notes about machines that cannot be read: ${namesIn(nodes)}`,
    hints: [`nodesize autoscale exec ${nodes[0]} says what to do`],
  }),
  NodesAboveMachine: ({ nodes }) => ({
    said: `nodes that offer more than their machines have, as autoscale has noted: ${namesIn(nodes)}`,
    hints: ['nodesize get -o wide shows both; nodesize autoscale exec brings them together'],
  }),
  MachineAttemptsLeft: ({ nodes }) => ({
    said: `machines whose resize was not brought to an end: ${namesIn(nodes)}`,
    hints: ['run nodesize autoscale exec again with the same size: it goes on; with the old size, it goes back'],
  }),
  MachineAnnotationsIgnored: ({ nodes }) => ({
    said: `annotations of an earlier version about machines, which are no longer read: ${namesIn(nodes)}`,
    hints: [
      'nodesize autoscale exec with the size of the machine notes it anew',
      `kubectl annotate node ${nodes.slice(0, mostInCommand).join(' ')} ${balloon.machineAnnotation}-`,
    ],
  }),
}

/** Names in a command that is to be copied. */
const mostInCommand = 10
