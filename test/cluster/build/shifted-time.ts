import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { outputOf } from '../host/output-of.ts'

const addition = join(import.meta.dirname, 'shifted-time/shifted.go')

/** In time.Now. */
const read = 'sec, nsec, mono := runtimeNow()'

/**
 * For `go build -overlay`: a package `time` whose wall clock is shifted by the seconds in the file $CLOCK_OFFSET_FILE, as
 * clock.so does it for programs of libc. Go programs ask no library, and namespaces do not set this clock.
 */
export async function shiftedTime(directory: string, signal: AbortSignal): Promise<string> {
  const goRoot = (await outputOf('go', ['env', 'GOROOT'], { signal })).trim()
  const [time, added] = ['time.go', 'shifted.go'].map((name) => join(goRoot, 'src/time', name)) as [string, string]
  const text = await readFile(time, 'utf8')
  if (text.split(read).length !== 2) throw new Error(`${time} reads the clock in another way`)
  const [own, overlay] = [join(directory, 'time.go'), join(directory, 'overlay.json')]
  await writeFile(own, text.replace(read, read.replace('runtimeNow()', 'shifted(runtimeNow())')))
  await writeFile(overlay, JSON.stringify({ Replace: { [time]: own, [added]: addition } }))
  return overlay
}
