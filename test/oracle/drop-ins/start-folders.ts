import { buildPart } from '../../cluster/build/parts.ts'
import { note, step } from '../../cluster/host/progress.ts'
import { type Release, releases } from '../../cluster/versions.ts'
import { Hosts } from '../start/hosts.ts'
import { checkPrerequisites, known } from '../start/start-kubelets.ts'
import { StartedFolders } from './started.ts'

type Range = Parameters<StartedFolders['run']>[0]

/** Compares the configz of real kubelets with what we merge; exit code 1 when one differs. */
export async function startFolders(asked: readonly string[], range: Range): Promise<number> {
  const { signal } = range
  const each = asked.map(known)
  checkPrerequisites()
  await buildPart('containerd', undefined, signal)
  for (const release of each) await buildPart('kubelet', releases[release], signal)
  const hosts = new Hosts()
  try {
    await hosts.startRuntime(signal)
    let code = 0
    for (const release of each) code = Math.max(code, await compare(hosts, release, range))
    return code
  } finally {
    await hosts.close()
  }
}

async function compare(hosts: Hosts, release: Release, range: Range): Promise<number> {
  const folders = new StartedFolders(hosts, release)
  try {
    await step(`${range.count} folders of drop-ins start kubelets ${release}`, () => folders.run(range))
  } finally {
    note(folders.summary())
    for (const found of folders.found()) process.stdout.write(found)
  }
  return folders.found().length > 0 ? 1 : 0
}
