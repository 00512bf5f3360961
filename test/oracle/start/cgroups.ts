import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cgroupMounts } from '../../cluster/host/cgroups.ts'

/** A cgroup in every hierarchy of this machine, for processes and all cgroups that they make. */
export class Cgroup {
  readonly folders: readonly string[]

  /** A path, such as `all/one`. */
  constructor(name: string) {
    this.folders = cgroupMounts().map(({ path }) => join(path, name))
    for (const folder of this.folders) {
      mkdirSync(folder)
      inheritCpuset(folder)
    }
  }

  /** After the last of its processes has been ended: the kernel takes a moment. */
  async remove(): Promise<void> {
    for (let left = 100; ; left--) {
      try {
        for (const folder of this.folders) if (existsSync(folder)) removeTree(folder)
        return
      } catch (error) {
        if (left === 0) throw error
        await sleep(50)
      }
    }
  }
}

/** Removes those of processes that were ended before they could: `PREFIX-PID`. */
export function removeStale(prefix: string): void {
  for (const { path } of cgroupMounts())
    for (const name of readdirSync(path).filter((name) => name.startsWith(`${prefix}-`)))
      if (!existsSync(`/proc/${name.slice(prefix.length + 1)}`)) removeTree(join(path, name))
}

/** cgroup v1: a cpuset takes no member before it names CPUs and memory nodes. */
function inheritCpuset(folder: string): void {
  for (const file of ['cpuset.cpus', 'cpuset.mems'].filter((name) => existsSync(join(folder, name))))
    writeFileSync(join(folder, file), readFileSync(join(folder, '..', file)))
}

function removeTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeTree(join(folder, entry.name))
  rmdirSync(folder)
}
