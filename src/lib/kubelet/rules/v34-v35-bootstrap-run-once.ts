import { here, ofRelease } from '../model/message.ts'
import { type Rule, unless } from './rule.ts'
import { validation } from './sources.ts'
import { withoutGate } from './without-gate.ts'

const gate = 'RotateKubeletServerCertificate'

export const bootstrapAndRunOnceRules: readonly Rule[] = [
  {
    id: 'V34',
    gates: [gate],
    fields: ['serverTLSBootstrap'],
    meaning: 'Server certificates from the API server need the gate RotateKubeletServerCertificate.',
    source: validation,
    check: (config) =>
      unless(!config.bool('serverTLSBootstrap') || config.enabled(gate), () =>
        withoutGate({ field: 'serverTLSBootstrap', value: true, gate }),
      ),
  },
  {
    id: 'V35',
    since: '1.32',
    fields: ['runOnce'],
    meaning: 'Kubelets do not run once and exit any more.',
    source: validation,
    check: (config) =>
      unless(!config.bool('runOnce'), () => ({
        reason: 'FieldValueNotSupported',
        subject: 'runOnce',
        message: ofRelease`must not be true: ${here(config.release)} refuses the mode`,
        remedy: 'leave the field out',
      })),
  },
]
