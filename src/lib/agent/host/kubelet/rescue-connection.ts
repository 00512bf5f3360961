import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { unitSubject } from '../../../kubelet/layout/layout-messages.ts'
import {
  commandsBeforeStartOf,
  type Properties,
  propertyOf,
  resetsCommandsBeforeStart,
  unitFilesOf,
} from '../../../kubelet/layout/unit-properties.ts'
import { writing } from '../../../machine/refusal.ts'
import { writeSynced } from '../../../machine/synced-write.ts'
import { type Fact, fileSubject } from '../../../message/fact.ts'
import { Failure } from '../../../message/failure.ts'
import type { Limits } from '../../../ports/limits.ts'
import type { Disconnection } from '../../model/evidence.ts'
import type { RescueConnection } from '../../ports/rescue-connection.ts'
import { installScript, rescueDropIn, scriptPath } from '../rescue/install-script.ts'
import { rescueScript } from '../rescue/script.ts'
import type { NodeAccess } from './node-access.ts'
import { RescueFileChanged, RescueNotLoaded, RescueReset, type ServiceFact } from './service-messages.ts'
import { systemctlOver } from './systemctl.ts'
import { isChangedOnDisk } from './unit-changes.ts'

export interface Wiring {
  /** Of the kubelet. */
  readonly unit: string
  /** An open state folder. */
  readonly stateFolder: string
  readonly dropInPath: string
  /** Without an installation, nothing of the unit is ours. */
  readonly isInstalled: boolean
}

type What = Disconnection & { readonly mend: ((limits: Limits) => Promise<void>) | undefined }

/** The rescue of an installation, in the unit of a kubelet. */
export function rescueConnectionOver(node: NodeAccess, wiring: Wiring): RescueConnection {
  const { unit, stateFolder, dropInPath, isInstalled } = wiring
  const systemctl = systemctlOver(node)
  const script = scriptPath(stateFolder)
  const reload = (limits: Limits) => systemctl.order('daemon-reload', undefined, limits)

  const found = (because: ServiceFact, mend?: What['mend']): What => ({
    because,
    mendable: mend !== undefined && isInstalled,
    mend,
  })
  const fileChanged = (path: string, mend: What['mend']): What =>
    found(RescueFileChanged({ subject: fileSubject(path) }), mend)

  async function look(limits: Limits): Promise<What | undefined> {
    if ((await node.read(script, limits)) !== rescueScript) return fileChanged(script, () => installScript(stateFolder))
    const properties = await systemctl.show(unit, limits)
    if (runs(properties, script)) return undefined
    const dropIn = rescueDropIn(stateFolder)
    if ((await node.read(dropInPath, limits)) !== dropIn)
      return fileChanged(dropInPath, async (its) => {
        await writing(dropInPath, () => written(dropInPath, dropIn))
        await reload(its)
      })
    if (!unitFilesOf(properties).includes(dropInPath) || propertyOf(properties, 'NeedDaemonReload') === 'yes')
      return found(RescueNotLoaded({ subject: unitSubject(unit) }), reload)
    const by = await resettersIn(properties, dropInPath, (path) => node.read(path, limits))
    return found(RescueReset({ subject: unitSubject(unit), by }))
  }

  return {
    async problem(limits) {
      const what = await look(limits)
      return what && { because: what.because, mendable: what.mendable }
    },
    async mend(limits) {
      // The restart would let systemd read it, and what that changes has to be known before.
      if (await isChangedOnDisk(node, await systemctl.show(unit, limits), limits)) await reload(limits)
      let what = await look(limits)
      for (let left = mostMends; what?.mendable === true && left > 0; left--) {
        const failed = await refusalOf(what.mend!(limits))
        if (failed !== undefined) return failed
        what = await look(limits)
      }
      return what?.because
    },
  }
}

/** The script, the drop-in, and that systemd has read it. */
const mostMends = 3

async function written(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeSynced(path, text, { mode: 0o644 })
}

async function refusalOf(work: Promise<void>): Promise<Fact | undefined> {
  try {
    await work
    return undefined
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'refused') throw error
    return error.fact
  }
}

/** An administrator may run it in another way: what counts is that the script is a word of a command. */
const runs = (properties: Properties, script: string): boolean =>
  commandsBeforeStartOf(properties).some((command) => ` ${plain(command)} `.includes(` ${plain(script)} `))

/** systemctl prints words with or without quotes, as its version has it; `$$` is how a unit says `$`. */
const plain = (command: string): string => command.replaceAll(/["\\]/g, '').replaceAll('$$', () => '$')

/** The drop-ins after ours that drop all commands so far. */
async function resettersIn(
  properties: Properties,
  dropInPath: string,
  read: (path: string) => Promise<string | undefined>,
): Promise<readonly string[]> {
  const files = unitFilesOf(properties)
  const later = files.slice(files.indexOf(dropInPath) + 1)
  const texts = await Promise.all(later.map(read))
  return later.filter((_, index) => resetsCommandsBeforeStart(texts[index] ?? ''))
}
