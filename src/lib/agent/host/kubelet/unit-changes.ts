import { type Properties, propertyOf } from '../../../kubelet/layout/unit-properties.ts'
import type { Limits } from '../../../ports/limits.ts'
import type { NodeAccess } from './node-access.ts'

/** Where systemd looks for drop-ins of a unit; those of the same name further ahead win. */
const folders = ['/etc', '/run', '/usr/local/lib', '/usr/lib', '/lib'].map((root) => `${root}/systemd/system`)

/**
 * Whether the files of a unit have changed since systemd read them. systemd itself does not notice a drop-in in a folder
 * that is new, so the names of the drop-ins are compared.
 */
export async function isChangedOnDisk(node: NodeAccess, properties: Properties, limits: Limits): Promise<boolean> {
  if (propertyOf(properties, 'NeedDaemonReload') === 'yes') return true
  const unit = propertyOf(properties, 'Id')
  const found = await Promise.all(folders.map((folder) => node.list(`${folder}/${unit}.d`, limits)))
  const onDisk = new Set(found.flatMap((names = []) => names.filter((name) => /^[^/]+\.conf$/.test(name))))
  const known = new Set(
    propertyOf(properties, 'DropInPaths')
      .split(' ')
      .map((path) => path.replace(/^.*\//, '')),
  )
  return [...onDisk].some((name) => !known.has(name))
}
