import type { HostView } from './host-view.ts'

export interface Mount {
  readonly point: string
  /** Major and minor number of the device, and the folder of it that is mounted. */
  readonly what: string
  readonly isReadOnly: boolean
}

const anywhere: Mount = { point: '', what: '', isReadOnly: false }

/** As the first process sees it: a service may have less than the host. */
export async function isReadOnlyAt(host: HostView, path: string): Promise<boolean> {
  const where = await host.resolve(path)
  const over = mountsIn(await host.text('/proc/1/mountinfo')).filter(
    ({ point }) => where === point || where.startsWith(point === '/' ? '/' : `${point}/`),
  )
  // The longest is the nearest; of several at one place, the last hides the others.
  return over.reduce((best, one) => (one.point.length >= best.point.length ? one : best), anywhere).isReadOnly
}

/** /proc/PID/mountinfo. */
export const mountsIn = (text: string): readonly Mount[] => text.split('\n').flatMap(mountIn)

/** A line of it: the mount point, with spaces as \\040, the options of the mount, and of its file system. */
function mountIn(line: string): readonly Mount[] {
  const [mount = '', system = ''] = line.split(' - ')
  const [device = '', folder = '', point, options] = mount.split(' ').slice(2)
  if (point === undefined || options === undefined) return []
  const all = [...options.split(','), ...(system.split(' ')[2] ?? '').split(',')]
  const plain = point.replaceAll(/\\([0-7]{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
  return [{ point: plain, what: `${device} ${folder}`, isReadOnly: all.includes('ro') }]
}
