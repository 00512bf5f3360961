import { join } from 'node:path'
import { quotedWord } from '../../../machine/quoted-word.ts'
import { writing } from '../../../machine/refusal.ts'
import { writeSynced } from '../../../machine/synced-write.ts'
import { stateFolderNames } from '../state-folder/state-folder.ts'
import { rescueScript } from './script.ts'

const scriptName = 'rescue.sh'

/** The path of the script in a state folder. */
export const scriptPath = (stateFolder: string): string => join(stateFolder, stateFolderNames.rescue, scriptName)

/** Puts the script of this version into an open state folder, where units find it. */
export async function installScript(stateFolder: string): Promise<void> {
  const path = scriptPath(stateFolder)
  await writing(path, () => writeSynced(path, rescueScript, { mode: 0o700 }))
}

/** The drop-in of the kubelet's unit that runs the script before each start. `-`: whatever becomes of it, the start goes on. */
export const rescueDropIn = (stateFolder: string): string =>
  `[Service]\nExecStartPre=-/bin/sh ${quotedWord(scriptPath(stateFolder))}\n`
