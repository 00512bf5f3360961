import { onNode } from '../node.ts'

/** Gives a folder that is not there yet a file system of its own, in memory. It goes with the next boot. */
export async function mountSmall(node: string, folder: string): Promise<void> {
  await onNode(node, ['sh', '-ec', 'mkdir -m 700 "$0"; mount -t tmpfs -o size=64m,mode=700 tmpfs "$0"', folder])
}

/** From now on there is room for so many pages more, for whoever writes. */
export async function leaveRoom(node: string, folder: string, pages: number): Promise<void> {
  const script =
    'used=$(df --output=used --block-size=4096 "$0" | tail -1); mount -o "remount,size=$(((used + $1) * 4096))" "$0"'
  await onNode(node, ['sh', '-ec', script, folder, String(pages)])
}

export async function giveRoom(node: string, folder: string): Promise<void> {
  await onNode(node, ['mount', '-o', 'remount,size=64m', folder])
}
