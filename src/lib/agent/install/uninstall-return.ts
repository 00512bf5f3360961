import { assessChange } from '../../kubelet/changes/assess.ts'
import { type Disruption, isRisk, type Risk, worse } from '../../kubelet/changes/disruption.ts'
import { check } from '../../kubelet/check/check.ts'
import { digest } from '../../kubelet/compare/digest.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import { oldest, type Release, releaseOfKubelet } from '../../kubelet/model/releases.ts'
import type { Limits } from '../../ports/limits.ts'
import { readDocument } from '../../yaml/read/read.ts'
import type { Installation } from '../installation/installation.ts'
import { mayRun } from '../journal/configs.ts'
import { parseJournal } from '../journal/parse-journal.ts'
import type { Config } from '../model/config.ts'
import type { LiveReading } from '../ports/live-config.ts'
import type { LeavableConfig, UninstallWorld } from './uninstall-world.ts'

/** What the return to the node's own configuration requires. */
export interface Return {
  /** The kubelet runs with something else than the node's own files say. */
  readonly restarts: boolean
  readonly disruption: Disruption
  readonly fields: readonly string[]
  /** State files of the kubelet that must go while it is stopped. */
  readonly stateFiles: readonly string[]
}

export const nothing: Return = { restarts: false, disruption: 'none', fields: [], stateFiles: [] }
const plainRestart: Return = { ...nothing, restarts: true, disruption: 'restart' }

interface Target {
  readonly installation: Installation
  readonly stateFolder: string
}

/** Looks at what the kubelet runs with, and at the node's own files. Writes nothing. */
export async function returnOf(world: UninstallWorld, target: Target, limits: Limits): Promise<Return> {
  const { kubeletUnit, kubeletRoot, restart, place } = target.installation
  const live = await world.live(place, target.stateFolder)
  const aside = new Set(await world.stateFiles(kubeletRoot).names())
  const found = await live.read()
  // An uninstallation that was interrupted has put the file back, and the kubelet does not run with it yet.
  if (found.content !== 'ours' && restart !== undefined) return { ...plainRestart, stateFiles: restart.stateFiles }
  const own = await ownOf(world, live, found)
  const running = await runningOf(world, { ...target, live, found }, limits)
  if (running.length === 0) return aside.size === 0 ? nothing : plainRestart
  const version = await world.kubelet(kubeletUnit).version(limits)
  const release = releaseOfKubelet(version)?.release ?? oldest
  const returns = await Promise.all(running.map((before) => returnFrom({ before, own, aside, release })))
  return returns.reduce(together)
}

/** What another program wrote since is the node's own by now. */
const ownOf = async (
  { files }: UninstallWorld,
  live: LeavableConfig,
  { content }: LiveReading,
): Promise<Uint8Array | undefined> =>
  content === 'ours' ? live.readLocal() : Buffer.from((await files.readText(live.path)) ?? '')

/** Everything of ours that the kubelet may run with; undefined: it is not known what. */
async function runningOf(
  world: UninstallWorld,
  {
    installation: { kubeletUnit },
    stateFolder,
    live,
    found,
  }: Target & { readonly live: LeavableConfig; readonly found: LiveReading },
  limits: Limits,
): Promise<readonly (Uint8Array | undefined)[]> {
  const inFile = found.content === 'ours' ? [Buffer.from((await world.files.readText(live.path)) ?? '')] : []
  const { mainPid, startedAtMs } = await world.kubelet(kubeletUnit).state(limits)
  const hasStarted = mainPid !== 0 && startedAtMs !== undefined
  // It has read what is in the file now.
  if (hasStarted && (found.changedAtMs === undefined || startedAtMs > found.changedAtMs)) return inFile
  const journal = await world.journal(stateFolder)
  const reading = await journal.read()
  const parsed = reading.kind === 'state' ? parseJournal(reading.state) : undefined
  if (parsed === undefined) return inFile
  const active = found.content === 'foreign' ? [parsed.active] : []
  const documents = [...mayRun(parsed), ...active].filter(isDocument)
  const bytes = documents.map(({ checkpoint }) => journal.readCheckpoint(checkpoint))
  return [...inFile, ...(await Promise.all(bytes))]
}

const isDocument = (config: Config): config is Exclude<Config, { source: 'local' }> => config.source !== 'local'

interface Going {
  readonly before: Uint8Array | undefined
  readonly own: Uint8Array | undefined
  /** State files that come back by themselves. */
  readonly aside: ReadonlySet<string>
  readonly release: Release
}

async function returnFrom({ before, own, aside, release }: Going): Promise<Return> {
  if (before === undefined || own === undefined) return plainRestart
  if (await meanTheSame(before, own, release)) return nothing
  const [old, next] = [await decoded(before, release), await decoded(own, release)]
  if (old === undefined || next === undefined) return plainRestart
  const { disruption, changes } = assessChange(release, { before: old, after: next })
  const stateFiles = new Set(changes.flatMap(({ stateFile }) => stateFile ?? []).filter((name) => !aside.has(name)))
  // In a trial, the state files of the node's own configuration are still there, and come back with it.
  const isCovered = disruption === 'state-file' && stateFiles.size === 0
  return {
    restarts: true,
    disruption: isCovered ? 'restart' : disruption,
    fields: changes.filter((change) => isRisk(change.disruption)).map(({ path }) => path),
    stateFiles: [...stateFiles],
  }
}

const together = (a: Return, b: Return): Return => ({
  restarts: a.restarts || b.restarts,
  disruption: worse(a.disruption, b.disruption),
  fields: [...new Set([...a.fields, ...b.fields])],
  stateFiles: [...new Set([...a.stateFiles, ...b.stateFiles])],
})

/** Whether a return costs the node more than what the operator agreed to. */
export const exceeds = (now: Return, planned: Return, accepted: readonly Risk[]): boolean =>
  (now.restarts && !planned.restarts) ||
  (isRisk(now.disruption) && now.disruption !== planned.disruption && !accepted.includes(now.disruption)) ||
  now.stateFiles.some((name) => !planned.stateFiles.includes(name))

/** What a kubelet decodes from these bytes; undefined when it cannot. */
async function decoded(bytes: Uint8Array, release: Release): Promise<ConfigDocument | undefined> {
  return check(await readDocument(bytes), release).document
}

/** Whether two documents mean the same to a kubelet; what it cannot decode is the same only byte for byte. */
async function meanTheSame(a: Uint8Array, b: Uint8Array, release: Release): Promise<boolean> {
  if (Buffer.compare(a, b) === 0) return true
  const [one, other] = [await decoded(a, release), await decoded(b, release)]
  return one !== undefined && other !== undefined && digest(one) === digest(other)
}
