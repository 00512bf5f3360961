import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { instance } from './instance.ts'
import { mounts } from './mounts.ts'

/** Every process of a run is in a child of this cgroup, in every hierarchy: nothing that a run starts can get lost. */
const parentName = instance

export interface CgroupMount {
  readonly path: string
  readonly type: 'cgroup' | 'cgroup2'
  /** What `mount -o` must name to mount the same hierarchy again. */
  readonly options: string
}

/** The real hierarchies: /sys/fs/cgroup may also hold plain folders and links. */
export function cgroupMounts(): CgroupMount[] {
  return mounts().flatMap(({ path, type, superOptions }): CgroupMount[] => {
    if (type === 'cgroup2') return [{ path, type, options: 'rw' }]
    if (type !== 'cgroup') return []
    const named = superOptions.find((option) => option.startsWith('name='))
    return [{ path, type, options: named ? `none,${named}` : superOptions.filter(isController).join(',') }]
  })
}

/** Makes a cgroup of the run in every hierarchy; returns its directories. */
export function makeCgroup(name: string): string[] {
  return cgroupMounts().map(({ path, type }) => {
    const parent = join(path, parentName)
    const directory = join(parent, name)
    for (const made of [parent, directory]) {
      if (type === 'cgroup2') delegateControllers(join(made, '..'))
      if (!existsSync(made)) mkdirSync(made)
      if (type === 'cgroup') inheritCpuset(made)
    }
    return directory
  })
}

/** Host PIDs of all members of the run's cgroups, or of one of them. */
export function cgroupMembers(name = ''): Set<number> {
  const directories = parents().flatMap((parent) => subtree(join(parent, name)))
  return new Set(
    directories
      .flatMap((directory) => read(join(directory, 'cgroup.procs')).split('\n'))
      .map(Number)
      .filter(Boolean),
  )
}

/** Removes the run's cgroups, or one of them, children first; throws when one still has a member. */
export function removeCgroups(name = ''): void {
  for (const directory of remainingCgroups(name).reverse()) rmdirSync(directory)
}

/** Directories of the run's cgroups, or of one of them, parents first. */
export function remainingCgroups(name = ''): string[] {
  return parents().flatMap((parent) => subtree(join(parent, name)))
}

function parents(): string[] {
  return cgroupMounts().map(({ path }) => join(path, parentName))
}

/** The directory and all below it, parents first. */
function subtree(directory: string): string[] {
  if (!existsSync(directory)) return []
  const below = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return [directory, ...below.flatMap((entry) => subtree(join(directory, entry.name)))]
}

function isController(option: string): boolean {
  return read('/proc/cgroups')
    .split('\n')
    .some((line) => line.startsWith(`${option}\t`))
}

/** cgroup v2: children get the controllers that their parent passes on. */
function delegateControllers(parent: string): void {
  for (const controller of read(join(parent, 'cgroup.controllers')).trim().split(' ').filter(Boolean)) {
    writeFileSync(join(parent, 'cgroup.subtree_control'), `+${controller}`)
  }
}

/** cgroup v1: a cpuset takes no member before it names CPUs and memory nodes. */
function inheritCpuset(directory: string): void {
  for (const file of ['cpuset.cpus', 'cpuset.mems'].filter((name) => existsSync(join(directory, name)))) {
    writeFileSync(join(directory, file), readFileSync(join(directory, '..', file)))
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
