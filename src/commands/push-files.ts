import type { Manifests } from '../lib/cli/input/manifests.ts'
import { usage } from '../lib/cli/usage/usage.ts'
import type { PushFile } from '../lib/fleet/push/push-files.ts'

/**
 * The targets of each file. The name of a file counts only if there are several: a single file may have any name, such as
 * kubelet.yaml, and stdin has none. Throws Failure 'usage' when a target is given for several files.
 */
export function addressed(
  { files, isOneFile }: Pick<Manifests, 'files' | 'isOneFile'>,
  targets: Exclude<PushFile['targets'], string> | undefined,
): readonly PushFile[] {
  if (targets !== undefined && !isOneFile)
    throw usage(
      'ConflictingFlags',
      '--global, --node and --selector require a single file',
      'omit them: with several files, each file name gives the target, such as global.yaml or node-a.yaml',
    )
  const byItself = (file: string) => (isOneFile || file === '<stdin>' ? 'by-contents' : 'by-name')
  return files.map((file) => ({ ...file, targets: targets ?? byItself(file.file) }))
}
