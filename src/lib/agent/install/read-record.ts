import { Failure } from '../../message/failure.ts'
import { type InstallationReading, readInstallation } from '../installation/installation.ts'
import { type Places, recordPath } from '../installation/places.ts'
import type { SystemFiles } from '../ports/system-files.ts'

/** The record of an installation. One that the operating system does not give, such as a folder, is a damaged one. */
export async function readRecord(files: Pick<SystemFiles, 'readText'>, places: Places): Promise<InstallationReading> {
  try {
    return readInstallation(await files.readText(recordPath(places)))
  } catch (error) {
    if (error instanceof Failure && error.code === 'refused') return { kind: 'damaged' }
    throw error
  }
}
