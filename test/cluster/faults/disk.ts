import { onNode } from '../node.ts'

const ballast = '/var/lib/kubelet/.ballast'

/** The disk of the node, with all its folders, has not one block left. */
export async function fillDisk(node: string): Promise<void> {
  const script =
    'fallocate --length "$(df --output=avail --block-size=1 "$0" | tail -1)" "$1"; cat /dev/zero >>"$1" || :'
  await onNode(node, ['sh', '-c', script, '/var/lib/kubelet', ballast])
}

/** Of the disk of the node, so many hundredths are left. */
export async function leaveOnDisk(node: string, percent: number): Promise<void> {
  const script =
    'set -- $(df --output=avail,size --block-size=1 "$0" | tail -1) "$@"; fallocate --length "$(($1 - $2 * $4 / 100))" "$3"'
  await onNode(node, ['sh', '-ec', script, '/var/lib/kubelet', ballast, `${percent}`])
}

export async function freeDisk(node: string): Promise<void> {
  await onNode(node, ['rm', '--force', ballast])
}

/**
 * Whoever writes below the folder is refused (EROFS). It has to be there. A unit with a view of its own of the file system, as
 * that of an agent, is struck only when it is named, and until it is restarted.
 */
export async function makeReadOnly(node: string, folder: string, unit?: string): Promise<void> {
  await inViewOf(node, unit, ['mount --bind "$0" "$0"; mount -o remount,bind,ro "$0"', folder])
}

/** Undoes `makeReadOnly`. */
export async function makeWritable(node: string, folder: string, unit?: string): Promise<void> {
  await inViewOf(node, unit, ['umount --lazy "$0"', folder])
}

async function inViewOf(node: string, unit: string | undefined, script: readonly string[]): Promise<void> {
  const show = ['systemctl', 'show', '--property=MainPID', '--value', `${unit}`]
  const pid = unit === undefined ? '1' : (await onNode(node, show)).trim()
  await onNode(node, ['nsenter', `--target=${pid}`, '--mount', 'sh', '-ec', ...script])
}
