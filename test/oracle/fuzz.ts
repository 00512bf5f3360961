/**
 * Holds our verdicts against those of the kubelets' own code, on generated documents.
 * Usage: node test/oracle/fuzz.ts [--release 1.36 …] [--count 5000] [--seed 1]; without --release, of all that can be had.
 * Exit code 1 when they differ; each kind of difference is printed once, with the smallest document that shows it.
 */
import { parseArgs } from 'node:util'
import { Failure } from '../../src/lib/errors.ts'
import { note, step } from '../cluster/host/progress.ts'
import { interruption } from '../cluster/interruption.ts'
import { Campaign } from './campaign.ts'
import { type JudgedRelease, judgedReleases } from './kubelets.ts'
import { Oracle } from './oracle.ts'
import { report } from './report.ts'

const { values } = parseArgs({
  options: {
    release: { type: 'string', multiple: true, default: [...judgedReleases] },
    count: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
  },
})

const signal = interruption()
let failed = false
for (const release of values.release.map(judged)) {
  const oracle = await Oracle.start(release, signal)
  const campaign = new Campaign(oracle)
  await step(`${values.count} documents from seed ${values.seed} against ${release}`, () =>
    campaign.run({ seed: number('seed'), count: number('count'), signal }),
  )
  note(campaign.summary())
  for (const found of campaign.found()) process.stdout.write(report(release, found))
  failed ||= campaign.found().length > 0
  await oracle.stop()
}
process.exitCode = failed ? 1 : 0

function judged(release: string): JudgedRelease {
  const known = judgedReleases.find((each) => each === release)
  if (known !== undefined) return known
  throw new Failure('usage', `no kubelet of ${release} can be had`, { suggestions: [judgedReleases.join(', ')] })
}

function number(name: 'seed' | 'count'): number {
  const value = Number(values[name])
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new Failure('usage', `--${name} wants a number, not '${values[name]}'`)
}
