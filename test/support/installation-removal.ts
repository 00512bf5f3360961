import { rm } from 'node:fs/promises'

/** After all tests. The processes that ran commands may still be leaving. */
export default async function remove(): Promise<void> {
  const { INSTALLATION } = process.env
  if (INSTALLATION !== undefined) await rm(INSTALLATION, { recursive: true, force: true, maxRetries: 5 })
}
