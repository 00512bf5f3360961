/** A program: one life of an agent. Its first argument says which. */
import { FolderJournal } from '../../../src/lib/agent/host/state-folder/journal.ts'
import { lockStateFolder } from '../../../src/lib/agent/host/state-folder/lock.ts'
import { openStateFolder } from '../../../src/lib/agent/host/state-folder/state-folder.ts'
import { newestSchema } from '../agent/ports/host-side.ts'

const [life, folder = ''] = process.argv.slice(2)
await openStateFolder(folder)

if (life === 'lock') {
  const lock = await lockStateFolder(folder)
  process.stdout.write(lock === undefined ? 'busy\n' : 'locked\n')
  if (lock !== undefined) setInterval(() => undefined, 60_000)
}

if (life === 'write') {
  const journal = new FolderJournal(folder, { machine: 'one', newest: newestSchema })
  const large = 'x'.repeat(100_000)
  for (let n = 0; ; n++) {
    await journal.write({ schemaVersion: newestSchema, ...{ n, text: n % 2 === 0 ? large : '' } })
    if (n === 2) process.stdout.write('writing\n')
  }
}
