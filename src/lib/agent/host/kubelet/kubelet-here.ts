import type { ConfigDocument } from '../../../kubelet/model/document.ts'
import type { Release } from '../../../kubelet/model/releases.ts'
import type { Fact } from '../../../message/fact.ts'
import { Failure } from '../../../message/failure.ts'
import type { Limits } from '../../../ports/limits.ts'
import { tokenFileAt } from '../token-file.ts'
import { reportedConfiguration } from './configz.ts'
import { discoverKubelet } from './discover.ts'
import { ConfigzRefused, type EvidenceFact, NoAgentToken } from './evidence-messages.ts'
import { kubeletServiceOver } from './kubelet-service.ts'
import { layersOnDisk } from './layers-on-disk.ts'
import type { NodeAccess } from './node-access.ts'

interface Started {
  readonly argv: readonly string[]
  readonly release: Release
  readonly expected: ConfigDocument
}

/** The kubelet of this machine, which shows its configuration to the token of an installed agent. */
export const kubeletHere = (node: NodeAccess, tokenPath: string) => ({
  isRoot: process.geteuid?.() === 0,
  discover: (limits: Limits) => discoverKubelet(node, limits),
  version: (unit: string, limits: Limits) => kubeletServiceOver(node, unit).version(limits),
  commandLine: (unit: string, limits: Limits) => kubeletServiceOver(node, unit).commandLine(limits),
  layers: (argv: readonly string[], release: Release, limits: Limits) => layersOnDisk(node, argv, release, limits),
  async reported(
    { argv, release, expected }: Started,
    { signal }: Limits,
  ): Promise<{ readonly document: ConfigDocument } | { readonly because: Fact }> {
    const limits = { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) }
    const token = () => tokenAt(tokenPath)
    const found = await reportedConfiguration({ node, argv, release, token }, expected, limits)
    signal.throwIfAborted()
    if ('document' in found) return found
    return { because: 'because' in found ? found.because : notServed }
  },
})

/** It is on this machine. */
const timeoutMs = 5_000

const notServed: EvidenceFact = ConfigzRefused({ status: 404 })

async function tokenAt(path: string): Promise<string> {
  const token = (await tokenFileAt(path).read())?.trim()
  if (token) return token
  throw new Failure('refused', NoAgentToken())
}
