import { visibleDocument } from './visible.ts'

/** Print a piece of what another program prints to stderr, with control characters escaped. Resolves when more can come. */
export async function printPiece(text: string): Promise<void> {
  if (process.stderr.write(visibleDocument(text))) return
  await new Promise<void>((resolve) => process.stderr.once('drain', resolve))
}
