import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { outputOf } from '../host/output-of.ts'
import { step } from '../host/progress.ts'
import type { GoBuild } from './go-build.ts'

/** On a node: by how many seconds its clock is ahead. */
export const offsetFile = '/run/clock-offset'

/**
 * Writes the kubelet of a build with a wall clock that is shifted by the seconds in a file, as clock.so does it for programs of
 * libc: Go programs ask no library for the time, and namespaces do not set this clock. It is the same program, linked with another
 * package `time`. To compile it with that would compile each of its 1,800 packages anew, for each depends on the time.
 */
export async function buildShiftedKubelet(
  directory: string,
  { goMod, binaries, flags }: GoBuild,
  signal: AbortSignal,
): Promise<void> {
  const module = join(directory, 'module')
  await mkdir(module)
  await writeFile(join(module, 'go.mod'), goMod)
  const go = (args: readonly string[]) => outputOf('go', args, { cwd: module, env: { GOWORK: 'off' }, signal })
  const list = [
    'list',
    '-mod=mod',
    '-trimpath',
    '-export',
    '-f',
    '{{if .Export}}packagefile {{.ImportPath}}={{.Export}}{{end}}',
  ]
  await step('link kubelet with another clock', async () => {
    const [main = ''] = Object.values(binaries)
    const packages = await go([...list, '-deps', main])
    const overlay = await shiftedTime(module, (await go(['env', 'GOROOT'])).trim())
    const time = (await go([...list, '-overlay', overlay, 'time'])).trim()
    const files = packages.trim().split('\n')
    const [, archive = ''] = files.find((line) => line.startsWith(`packagefile ${main}=`))?.split('=') ?? []
    const config = join(module, 'importcfg.link')
    await writeFile(config, files.map((line) => (line.startsWith('packagefile time=') ? time : line)).join('\n'))
    const linkFlags = flags.filter((flag) => flag !== '-ldflags').flatMap((flag) => flag.split(' '))
    await go(['tool', 'link', '-o', join(directory, 'kubelet'), '-importcfg', config, ...linkFlags, archive])
  })
}

/** In time.Now. */
const reading = '\tsec, nsec, mono := runtimeNow()\n'

/**
 * Within the line, and without other names: the linker compares what packages tell of themselves. Timers ask for the time on the
 * stack of the scheduler, where no ordinary system call can be made.
 */
const shift = [
  `if file, _, failed := syscall.RawSyscall6(syscall.SYS_OPENAT, 0, uintptr(unsafe.Pointer(unsafe.StringData("${offsetFile}\\x00"))), syscall.O_RDONLY|syscall.O_CLOEXEC, 0, 0, 0); failed == 0 {`,
  'var text [24]byte;',
  'length, _, failed := syscall.RawSyscall(syscall.SYS_READ, file, uintptr(unsafe.Pointer(&text)), unsafe.Sizeof(text));',
  'syscall.RawSyscall(syscall.SYS_CLOSE, file, 0, 0);',
  'if failed == 0 && length > 1 { if seconds, err := atoi(text[:length-1]); err == nil { sec += int64(seconds) } }',
  '}',
].join(' ')

const edits: readonly (readonly [from: string, to: string])[] = [
  ['\t"errors"\n', '\t"errors"; "syscall"\n'],
  ['\t_ "unsafe" // for go:linkname\n', '\t"unsafe"\n'],
  [reading, reading.replace('\n', `; ${shift}\n`)],
]

/** For `-overlay`: the package of this Go with these edits. */
async function shiftedTime(directory: string, goRoot: string): Promise<string> {
  const source = join(goRoot, 'src/time/time.go')
  let text = await readFile(source, 'utf8')
  for (const [from, to] of edits) {
    if (text.split(from).length !== 2) throw new Error(`${source} has not ${JSON.stringify(from)}`)
    text = text.replace(from, () => to)
  }
  const [own, overlay] = [join(directory, 'time.go'), join(directory, 'overlay.json')]
  await writeFile(own, text)
  await writeFile(overlay, JSON.stringify({ Replace: { [source]: own } }))
  return overlay
}
