/**
 * Holds our verdicts against those of the kubelets' own code, on generated documents.
 * Usage: node test/oracle/fuzz.ts [--release 1.36 …] [--count 100000] [--seed 1] [--coverage | --start | --drop-ins]; without
 * --release, of all that can be had. Exit code 1 when they differ; each kind of difference is printed once, with the smallest
 * document that shows it. With --coverage no kubelet is asked: it prints what these documents hardly reach. With --start,
 * real kubelets are started: 1,000 documents of each release that the test cluster has. With --drop-ins, folders are
 * generated, and what we merge is compared as well; with both, what real kubelets tell of it (configz).
 */
import { parseArgs } from 'node:util'
import { Failure, said } from '../../src/lib/message/failure.ts'
import { codeOf } from '../cluster/code-of.ts'
import { note, step } from '../cluster/host/progress.ts'
import { interruption } from '../cluster/interruption.ts'
import { Campaign } from './campaign.ts'
import { Coverage } from './coverage.ts'
import { FolderCampaign, reportFolder } from './drop-ins/campaign.ts'
import { startFolders } from './drop-ins/start-folders.ts'
import { type JudgedRelease, judgedReleases } from './kubelets.ts'
import { Oracle } from './oracle.ts'
import { report } from './report.ts'
import { startable, startKubelets } from './start/start-kubelets.ts'

const { values } = parseArgs({
  options: {
    release: { type: 'string', multiple: true },
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
    coverage: { type: 'boolean', default: false },
    start: { type: 'boolean', default: false },
    'drop-ins': { type: 'boolean', default: false },
  },
})

const signal = interruption()
/** Fewer documents than this are hardly any. */
const few = 20

async function main(): Promise<number> {
  const { start, release: asked } = values
  const range = { seed: number(values.seed), count: number(values.count ?? (start ? '1000' : '100000')), signal }
  if (start && values['drop-ins']) return startFolders(asked ?? Object.keys(startable), range)
  if (start) return startKubelets(asked ?? Object.keys(startable), range)
  let code = 0
  for (const release of (asked ?? judgedReleases).map(judged)) code = Math.max(code, await campaign(release, range))
  return code
}

const campaign = (release: JudgedRelease, range: Range): Promise<number> =>
  values['drop-ins'] ? mergeFolders(release, range) : values.coverage ? cover(release, range) : compare(release, range)

async function mergeFolders(release: JudgedRelease, range: Range): Promise<number> {
  const oracle = await Oracle.ofFolders(release, signal)
  const folders = new FolderCampaign(oracle)
  try {
    await step(`${range.count} folders from seed ${range.seed} against ${release}`, () => folders.run(range))
  } finally {
    await oracle.stop()
  }
  note(folders.summary())
  for (const found of folders.found()) process.stdout.write(reportFolder(found))
  return folders.found().length > 0 ? 1 : 0
}

type Range = Parameters<Campaign['run']>[0]

async function compare(release: JudgedRelease, range: Range): Promise<number> {
  const oracle = await Oracle.start(release, signal)
  const campaign = new Campaign(oracle)
  try {
    await step(`${range.count} documents from seed ${range.seed} against ${release}`, () => campaign.run(range))
  } finally {
    await oracle.stop()
  }
  note(campaign.summary())
  for (const found of campaign.found()) process.stdout.write(report(release, found))
  return campaign.found().length > 0 ? 1 : 0
}

async function cover(release: JudgedRelease, range: Range): Promise<number> {
  const coverage = new Coverage(release)
  await step(`${range.count} documents from seed ${range.seed} for ${release}`, () => coverage.run(range))
  const rare = coverage.below(few).map(([name, count]) => `${release} ${count} ${name}\n`)
  process.stdout.write(rare.join(''))
  return 0
}

function judged(release: string): JudgedRelease {
  const known = judgedReleases.find((each) => each === release)
  if (known !== undefined) return known
  throw new Failure(
    'usage',
    said('UnknownRelease', `there is no oracle of kubelet ${release}`, judgedReleases.join(', ')),
  )
}

function number(text: string): number {
  const value = Number(text)
  if (Number.isSafeInteger(value) && value >= 0) return value
  throw new Failure('usage', said('InvalidNumber', `'${text}' is not a number`))
}

process.exitCode = await main().catch(codeOf)
