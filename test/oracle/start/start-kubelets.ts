import { Failure, said } from '../../../src/lib/failure.ts'
import { buildPart } from '../../cluster/build/parts.ts'
import { isThere } from '../../cluster/host/is-there.ts'
import { note, step } from '../../cluster/host/progress.ts'
import { type Release, releases } from '../../cluster/versions.ts'
import { StartCampaign } from './campaign.ts'
import { Hosts } from './hosts.ts'

/** Releases whose kubelets the test cluster builds. */
export const startable: Readonly<Record<string, string>> = releases

/** Starts real kubelets with generated documents; exit code 1 when one does something else than we say. */
export async function startKubelets(
  asked: readonly string[],
  range: Parameters<StartCampaign['run']>[0],
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
    for (const release of each) code = Math.max(code, await campaign(hosts, release, range))
    return code
  } finally {
    await hosts.close()
  }
}

async function campaign(hosts: Hosts, release: Release, range: Parameters<StartCampaign['run']>[0]): Promise<number> {
  const campaign = new StartCampaign(hosts, release)
  try {
    await step(`${range.count} documents from seed ${range.seed} start kubelets ${release}`, () => campaign.run(range))
  } finally {
    note(campaign.summary())
    for (const found of campaign.found()) process.stdout.write(found)
  }
  return campaign.found().length > 0 ? 1 : 0
}

export function known(release: string): Release {
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
export function checkPrerequisites(): void {
  const missing = [
    ...(process.platform === 'linux' ? [] : ['Linux']),
    ...(process.getuid?.() === 0 ? [] : ['root']),
    ...programs.filter((program) => !isThere(program)),
  ]
  if (missing.length === 0) return
  throw new Failure('refused', said('NotEquipped', `no kubelet can be started here: missing ${missing.join(', ')}`))
}
