import { newest, releaseOfKubelet } from '../../kubelet/model/releases.ts'
import { configzOf, emptyFile } from '../simulated/configz.ts'

/** What a kubelet of a simulated cluster reports that no agent has touched. */
export const untouchedConfigz = (kubernetesVersion: string): Promise<object | undefined> =>
  configzOf(new TextEncoder().encode(emptyFile), releaseOfKubelet(kubernetesVersion)?.release ?? newest)
