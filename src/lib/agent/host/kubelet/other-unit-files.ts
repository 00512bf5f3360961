import type { SourceFile } from '../../../kubelet/flags/source.ts'
import type { KubeletSetup } from '../../../kubelet/layout/setup.ts'
import type { Limits } from '../../../ports/limits.ts'
import type { NodeAccess } from './node-access.ts'

/** The unit's files without one of them, such as our drop-in: what the kubelet would be started with if that were not there. */
export async function otherUnitFiles(
  node: NodeAccess,
  { unitFiles, environmentFiles }: KubeletSetup,
  { without, limits }: { readonly without: string; readonly limits: Limits },
): Promise<readonly SourceFile[]> {
  const paths = [...unitFiles.filter((path) => path !== without), ...environmentFiles]
  const texts = await Promise.all(paths.map((path) => node.read(path, limits)))
  return paths.flatMap((file, i) => (texts[i] === undefined ? [] : [{ file, text: texts[i] }]))
}
