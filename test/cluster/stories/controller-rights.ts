import { controller } from '../../../src/lib/names.ts'
import { kubeletcfg } from '../commands.ts'
import { writeKubeconfig } from '../kubeconfig.ts'
import { applyObjects, kubectl } from '../kubectl.ts'

export interface ControllerRights {
  /** All that `controller manifests` prints, as JSON. */
  readonly manifests: string
  /** The path of one with the rights of the controller, and no others. */
  readonly kubeconfig: string
}

/** What `controller manifests` prints, but for the Deployment: a test is the controller. */
export async function giveControllerRights(...flags: readonly string[]): Promise<ControllerRights> {
  const manifests = (await kubeletcfg(['controller', 'manifests', ...flags, '--output=json'])).stdout
  const { items } = JSON.parse(manifests) as { items: readonly { kind: string }[] }
  await applyObjects(items.filter(({ kind }) => kind !== 'Deployment'))
  const token = await kubectl(['create', 'token', controller.name, `--namespace=${controller.namespace}`])
  return { manifests, kubeconfig: await writeKubeconfig({ token: token.trim() }) }
}

export const removeControllerRights = ({ manifests }: ControllerRights): Promise<string> =>
  kubectl(['delete', '--filename=-', '--ignore-not-found', '--wait'], { input: manifests })
