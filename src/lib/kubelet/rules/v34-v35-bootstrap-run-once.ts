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
    meaning: 'serverTLSBootstrap requires the feature gate RotateKubeletServerCertificate.',
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
    meaning: 'runOnce must not be true.',
    source: validation,
    check: (config) =>
      unless(!config.bool('runOnce'), () => ({
        reason: 'FieldValueNotSupported',
        subject: 'runOnce',
        message: ofRelease`must not be true in ${here(config.release)}`,
        remedy: 'omit the field',
      })),
  },
]
