import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Side } from '../contract/subject.ts'

const group = 'rbac.authorization.k8s.io'
const path = `/apis/${group}/v1/clusterrolebindings`
const name = 'outputs-jane'

/** The same person everywhere, whoever the administrator is. That she has them already is fine. */
export async function giveJaneEveryRight({ request }: Pick<Side, 'request'>): Promise<void> {
  const body = {
    metadata: { name },
    roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ apiGroup: group, kind: 'User', name: 'jane' }],
  }
  await request({ method: 'POST', path, body })
}

export async function takeJanesRights({ request }: Pick<Side, 'request'>): Promise<void> {
  await request({ method: 'DELETE', path: `${path}/${name}` })
}

/** Writes this kubeconfig of an administrator, who speaks as jane with it, into a folder; its path. */
export async function kubeconfigOfJane(admins: string, folder: string): Promise<string> {
  const config = JSON.parse(admins)
  config.users[0].user.as = 'jane'
  const file = join(folder, 'jane')
  await writeFile(file, JSON.stringify(config), { mode: 0o600 })
  return file
}
