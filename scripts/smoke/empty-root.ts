import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { librariesOf } from '../build/image/libraries.ts'

const repository = join(import.meta.dirname, '..', '..')

export interface RootOptions {
  /** The folder with the executable and its links. */
  readonly programs: string
  /** A /tmp that can be written; the only thing that can. */
  readonly hasTmp?: boolean
  /** Options of its mount. */
  readonly tmpOptions?: string
  /** Libraries that are missing, by the beginning of their names. */
  readonly without?: readonly string[]
  /** Options of the mount of the programs, beside `ro`. */
  readonly mountOptions?: string
  readonly env?: Readonly<Record<string, string>>
}

export interface Ended {
  readonly stdout: string
  readonly stderr: string
  readonly exit: number | null
}

/**
 * Runs a shell script in a root that has a shell, the executable, the libraries that it needs, /proc, /dev/null, the examples
 * of the repository, and nothing else. All mounts are in a namespace of the script, and end with it. Needs Linux and root.
 */
export async function inEmptyRoot(script: string, options: RootOptions): Promise<Ended> {
  const { programs, hasTmp = true, tmpOptions = 'exec', without = [], mountOptions = 'exec', env = {} } = options
  const root = await mkdtemp(join(tmpdir(), 'kubeletcfg-root-'))
  const tools = ['/bin/sh', '/usr/bin/dirname', '/usr/bin/env']
  const needed = await Promise.all([join(programs, 'kubeletcfg'), ...tools].map(librariesOf))
  const libraries = new Set(needed.flat().map(({ path }) => path))
  const wanted = [...libraries].filter((path) => !without.some((name) => path.includes(`/${name}`)))
  const variables = { PATH: '/programs:/bin', HOME: '/nonexistent', ...env }
  try {
    await mkdir(join(root, 'new'))
    const child = spawn(
      'unshare',
      ['--mount', '--pid', '--fork', '--kill-child', '--propagation=private', '/bin/sh', '-c', enter, 'enter', script],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env['PATH'],
          ROOT: join(root, 'new'),
          PROGRAMS: programs,
          OPTIONS: mountOptions,
          EXAMPLES: join(repository, 'examples'),
          FILES: [...tools, ...wanted].join(' '),
          TMP_OPTIONS: hasTmp ? tmpOptions : '',
          VARIABLES: Object.entries(variables)
            .map(([name, value]) => `${name}=${value}`)
            .join(' '),
        },
      },
    )
    const [stdout, stderr, [exit]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { stdout, stderr, exit }
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

const enter = `set -e
mount -t tmpfs -o mode=755 tmpfs "$ROOT"
cd "$ROOT"
mkdir proc dev programs examples bin
for file in $FILES; do
  case $file in
    /bin/* | /usr/bin/*) cp -L "$file" bin ;;
    *) mkdir -p ".\${file%/*}" && cp -L "$file" ".$file" ;;
  esac
done
mount -t proc proc proc
touch dev/null
mount --bind /dev/null dev/null
mount --bind "$PROGRAMS" programs
mount -o "remount,bind,ro,$OPTIONS" programs
mount --bind "$EXAMPLES" examples
mount -o remount,bind,ro examples
if [ -n "$TMP_OPTIONS" ]; then
  mkdir tmp
  mount -t tmpfs -o "$TMP_OPTIONS" tmpfs tmp
fi
mount -o remount,ro "$ROOT"
exec chroot . /bin/env -i $VARIABLES /bin/sh -c "$1"
`
