import { Failure, said } from '../../../src/lib/message/failure.ts'
import { buildPart } from '../../cluster/build/parts.ts'
import { isThere } from '../../cluster/host/is-there.ts'
import { note, step } from '../../cluster/host/progress.ts'
import { type Release, releases } from '../../cluster/versions.ts'
import { Hosts } from './hosts.ts'

/** What is tried on real kubelets of one release. */
export interface Campaign<Range> {
  run(range: Range): Promise<void>
  /** What was tried, in one line. */
  summary(): string
  /** Each difference between a kubelet and us. */
  found(): readonly string[]
}

interface Kind<Range> {
  /** What is done with the kubelets of a release. */
  readonly does: string
  of(hosts: Hosts, release: Release): Campaign<Range>
}

interface AnyRange {
  readonly count: number
  readonly signal: AbortSignal
}

/** Runs a campaign for each release, on hosts that are made for it; exit code 1 when one differs. */
export async function runOnHosts<Range extends AnyRange>(
  asked: readonly string[],
  range: Range,
  kind: Kind<Range>,
): Promise<number> {
  const { signal } = range
  const each = asked.map(known)
  checkPrerequisites()
  await buildPart('containerd', undefined, signal)
  for (const release of each) await buildPart('kubelet', releases[release], signal)
  const hosts = new Hosts()
  try {
    await hosts.startRuntime(signal)
    let code = 0
    for (const release of each)
      code = Math.max(code, await run(kind.of(hosts, release), range, `${kind.does} ${release}`))
    return code
  } finally {
    await hosts.close()
  }
}

async function run<Range extends AnyRange>(campaign: Campaign<Range>, range: Range, does: string): Promise<number> {
  try {
    await step(`${range.count} ${does}`, () => campaign.run(range))
  } finally {
    note(campaign.summary())
    for (const found of campaign.found()) process.stdout.write(found)
  }
  return campaign.found().length > 0 ? 1 : 0
}

function known(release: string): Release {
  const names = Object.keys(releases) as readonly Release[]
  const found = names.find((each) => each === release)
  if (found !== undefined) return found
  throw new Failure(
    'usage',
    said('UnknownRelease', `there is no kubelet ${release} that can be started`, names.join(', ')),
  )
}

const programs = ['go', 'ip', 'openssl', 'perl', 'pivot_root', 'setpriv', 'unshare']

/** Names all that is missing, not the first thing only. */
function checkPrerequisites(): void {
  const missing = [
    ...(process.platform === 'linux' ? [] : ['Linux']),
    ...(process.getuid?.() === 0 ? [] : ['root']),
    ...programs.filter((program) => !isThere(program)),
  ]
  if (missing.length === 0) return
  throw new Failure('refused', said('NotEquipped', `no kubelet can be started here: missing ${missing.join(', ')}`))
}
