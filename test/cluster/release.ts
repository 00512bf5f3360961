import { Failure, said } from '../../src/lib/message/failure.ts'
import { partOf } from './part.ts'
import { newest, type Release, releases } from './versions.ts'

/** Names the release of the cluster to run.ts and all that it starts. */
export const releaseVariable = 'TEST_CLUSTER_RELEASE'

/** Makes the release that `--release 1.34` names that of this run; the arguments after it. */
export function takeRelease(args: readonly string[]): readonly string[] {
  const [flag, name = '', ...others] = args
  if (flag !== '--release') return args
  process.env[releaseVariable] = known(name)
  return others
}

/** Those that `--release older`, of which a part may be enough, or `--release 1.34,1.35` names; undefined for one alone, or none. */
export function severalReleases([flag, names = '']: readonly string[]): readonly Release[] | undefined {
  if (flag !== '--release') return undefined
  if (names === 'older') return olderReleases()
  return names.includes(',') ? names.split(',').map(known) : undefined
}

/** All but the newest, or a part of them. */
export const olderReleases = (): readonly Release[] =>
  partOf((Object.keys(releases) as Release[]).filter((release) => release !== newest))

/** That of the cluster; Failure 'usage' for one that is not built here. */
export function releaseOfCluster(): Release {
  return known(process.env[releaseVariable] || newest)
}

function known(name: string): Release {
  if (Object.hasOwn(releases, name)) return name as Release
  const names = Object.keys(releases).join(', ')
  throw new Failure('usage', said('NoSuchRelease', `there is no test cluster of release "${name}", but of ${names}`))
}
