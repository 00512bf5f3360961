import { Failure, said } from '../../../src/lib/message/failure.ts'

/** Names the run: those of different names live side by side. All that it starts has the variable, too. */
export const instanceVariable = 'TEST_CLUSTER_NAME'

const base = 'kubeletcfg-test-cluster'
const given = process.env[instanceVariable] ?? ''

/** The word for what a run has once per host: its lock, its directory, its cgroup. */
export const instance = instanceOf(given)

/** Failure 'usage' for a name that does not fit into paths. */
export function checkInstance(): void {
  if (given === '' || /^[a-z][a-z0-9-]{0,29}$/.test(given)) return
  throw new Failure(
    'usage',
    said(
      'NoName',
      `${instanceVariable} is "${given}", which is no name for a test cluster`,
      'use a lower-case letter, and up to 29 more of a to z, 0 to 9 and -',
    ),
  )
}

export function instanceOf(name: string): string {
  return name === '' ? base : `${base}-${name}`
}

/** Does the path lie in the directory of a run of another name? */
export function isOfAnother(path: string): boolean {
  const [, , owner = ''] = path.split('/')
  return path.startsWith(`/run/${base}`) && owner !== instance
}
