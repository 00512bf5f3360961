import type { SourceFile } from '../../../kubelet/flags/source.ts'
import { findUnit } from '../../../kubelet/layout/find-unit.ts'
import { ConfigIsLink, type LayoutCare } from '../../../kubelet/layout/layout-messages.ts'
import { type SetupFound, setupOf } from '../../../kubelet/layout/setup.ts'
import { environmentFilesOf, numberOf, type Properties, unitFilesOf } from '../../../kubelet/layout/unit-properties.ts'
import { fileSubject } from '../../../message/fact.ts'
import type { Limits } from '../../../ports/limits.ts'
import type { NodeAccess } from './node-access.ts'
import { initName, kubeletOf, processes } from './processes.ts'
import { systemctlOver } from './systemctl.ts'

/**
 * Finds the kubelet of this machine, and how it is set up; or why an agent cannot work here. Rejects as KubeletService
 * does when systemd does not answer.
 */
export async function discoverKubelet(node: NodeAccess, limits: Limits): Promise<SetupFound> {
  const isLinux = process.platform === 'linux'
  const [system, init] = isLinux ? [await systemName(node, limits), await initName(node, limits)] : ['', '']
  const systemctl = systemctlOver(node)
  const services = init === 'systemd' ? await systemctl.services(limits) : []
  const machine = { platform: process.platform, init, system, services }
  const found = findUnit({ ...machine, processes: isLinux ? await processes(node, limits) : [] })
  if ('refused' in found) return found
  const properties = await systemctl.show(found.unit, limits)
  const mainPid = numberOf(properties, 'MainPID')
  const files = await filesOf(node, properties, limits)
  const argv = (await kubeletOf(node, { unit: found.unit, mainPid }, limits))?.argv
  const result = setupOf({ properties, files, argv, system })
  if ('refused' in result || result.setup.config === undefined) return result
  const link = await linkAt(node, result.setup.config, limits)
  return link === undefined ? result : { ...result, care: [...result.care, link] }
}

const osRelease = '/etc/os-release'

/** ID= of os-release(5). */
async function systemName(node: NodeAccess, limits: Limits): Promise<string> {
  const text = (await node.read(osRelease, limits)) ?? ''
  return /^ID=["']?([\w.-]+)/m.exec(text)?.[1] ?? ''
}

/** The files of the unit that exist, in the order in which they count. */
async function filesOf(node: NodeAccess, properties: Properties, limits: Limits): Promise<readonly SourceFile[]> {
  const paths = [...unitFilesOf(properties), ...environmentFilesOf(properties)]
  const files = await Promise.all(paths.map(async (file) => ({ file, text: await node.read(file, limits) })))
  return files.flatMap(({ file, text }) => (text === undefined ? [] : [{ file, text }]))
}

async function linkAt(node: NodeAccess, path: string, limits: Limits): Promise<LayoutCare | undefined> {
  const { exit, stdout } = await node.run(['readlink', '--', path], limits)
  return exit === 0 ? ConfigIsLink({ subject: fileSubject(path), target: stdout.trimEnd() }) : undefined
}
