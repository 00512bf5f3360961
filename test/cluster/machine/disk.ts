import { join } from 'node:path'
import { outputOf } from '../host/output-of.ts'
import { isRunning, kill, readProcess } from '../host/process-identity.ts'
import { recordedProcesses } from '../host/record.ts'
import { startProcess } from '../host/start-process.ts'
import { waitUntil } from '../host/wait-until.ts'
import { directoryOf } from './directory.ts'

const script = join(import.meta.dirname, 'disk.sh')
const recordName = (node: string): string => `${node}-disk`
const fileSystem = (node: string): string => join(directoryOf(node), 'disk/fs')

/** Makes the disk of a node; settles when it is mounted. */
export async function startDisk(node: string, signal: AbortSignal): Promise<void> {
  const command = ['unshare', '--mount', '--propagation', 'private', '--', script, directoryOf(node)]
  const holder = startProcess({ name: recordName(node), cgroup: 'boot', command })
  const isMounted = async () => readProcess(holder, 'mountinfo').includes(` ${fileSystem(node)} `)
  await waitUntil(isMounted, { otherwise: `${node} has no disk`, timeoutMs: 60_000, signal })
}

/** Ends it; with the process that kept it goes what was on it. */
export async function endDisk(node: string): Promise<void> {
  const holder = recordedProcesses()[recordName(node)]
  if (holder === undefined) return
  kill(holder)
  await waitUntil(async () => !isRunning(holder), {
    otherwise: `the disk of ${node} is still there`,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
  })
}

/** The command, run where the disk of a node is mounted and nothing else of the node is. */
export function siblingsOnDisk(node: string, command: readonly string[]): [string, ...string[]] {
  const holder = recordedProcesses()[recordName(node)]?.pid ?? 0
  return ['nsenter', `--mount=/proc/${holder}/ns/mnt`, '--', ...command]
}

/** What ext4 calls EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: from now on nothing more reaches the disk. */
const shutdown = `
  open(my $folder, '<', $ARGV[0]) or die $!;
  my $withoutFlush = pack('L', 2);
  ioctl($folder, 0x8004587d, $withoutFlush) or die $!;`

/** The disk keeps what was synced, or written back by chance, and fails from now on. */
export async function cutDisk(node: string): Promise<void> {
  const [program, ...args] = siblingsOnDisk(node, ['perl', '-e', shutdown, fileSystem(node)])
  await outputOf(program, args)
}

/** Mounts it anew, with what it has kept. Nobody may use it. */
export async function remountDisk(node: string): Promise<void> {
  const [program, ...args] = siblingsOnDisk(node, ['sh', '-ec', remount, fileSystem(node)])
  await outputOf(program, args)
}

/** The loop device goes with the last mount; two of one image would destroy it. */
const remount = `
umount "$0"
image="\${0%/fs}/image"
for pause in 0.1 0.2 0.4 0.8 1.6; do
  [ -n "$(losetup --associated "$image")" ] || break
  sleep "$pause"
done
[ -z "$(losetup --associated "$image")" ]
mount -o loop "$image" "$0"`
