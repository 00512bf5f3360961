import type { ObjectBody } from '../../api/object.ts'

export interface InstallStep {
  readonly object: ObjectBody
  readonly action: 'create' | 'configure' | 'unchanged'
}

export interface Draft extends InstallStep {
  /** The object in the cluster; undefined when it does not exist. */
  readonly live: ObjectBody | undefined
  /** The object after the apply. */
  readonly result: ObjectBody
}
