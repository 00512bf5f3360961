import { rm } from 'node:fs/promises'

/** After all tests. */
export default async function remove(): Promise<void> {
  const { INSTALLATION } = process.env
  if (INSTALLATION !== undefined) await rm(INSTALLATION, { recursive: true, force: true })
}
