import { configMapName, globalTarget, nodeTarget } from '../../documents/target.ts'
import type { NodeEvidence } from '../../kubelet/changes/impact/evidence.ts'
import type { ConfigDocument } from '../../kubelet/model/document.ts'
import { fileSubject } from '../../message/fact.ts'
import { Failure } from '../../message/failure.ts'
import type { Limits } from '../../ports/limits.ts'
import { readDocument } from '../../yaml/read/read.ts'
import { examine, type Question } from '../examine/examine.ts'
import type { Config } from '../model/config.ts'
import type { Inquiry } from '../model/effect.ts'
import type { Verdict } from '../model/verdict.ts'
import type { EffectContext } from './effect-context.ts'
import { documentOf, flagsOf, releaseFor } from './running-kubelet.ts'

type Examination = Extract<Inquiry, { kind: 'examine' }>

/** What a configuration means for this kubelet and this machine. */
export async function examineConfig(effect: Examination, context: EffectContext, limits: Limits): Promise<Verdict> {
  const { config, against, acceptedRisks, kubeletVersion } = effect
  const { host, allowedUnsafe } = context
  const release = releaseFor(kubeletVersion)
  const { mainPid } = await host.kubelet.state(limits)
  const document = await documentOf(config, context, release)
  const obstacles =
    config.source === 'local' || document === undefined
      ? []
      : await host.machine.obstacles({ document, release, mainPid }, limits)
  return examine({
    subject: fileSubject(nameOf(config, context.node)),
    config: await contentOf(config, document, context),
    running: await documentOf(against, context, release),
    flags: await flagsOf(host, release, limits),
    kubeletVersion,
    obstacles,
    acceptedRisks,
    controlPlane: context.nodeFacts()?.controlPlane ?? false,
    allowedUnsafe,
    evidence: await evidenceFor(context, limits),
  })
}

/** undefined: the pods cannot be read. */
async function evidenceFor(
  { host, nodeFacts, pods }: EffectContext,
  limits: Limits,
): Promise<NodeEvidence | undefined> {
  const node = nodeFacts()
  if (node === undefined) return undefined
  try {
    const unfinished = (await pods(limits)).filter(({ phase }) => phase !== 'Succeeded' && phase !== 'Failed')
    const { allocatable, capacity } = node
    return {
      pods: unfinished.map(({ evidence }) => evidence),
      allocatable,
      capacity,
      machine: await host.machine.evidence(),
    }
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'interrupted') throw error
    return undefined
  }
}

async function contentOf(
  config: Config,
  document: ConfigDocument | undefined,
  { checkpoints }: EffectContext,
): Promise<Question['config']> {
  if (config.source === 'local') return { kind: 'local', document }
  return { kind: 'document', reading: await readDocument(await checkpoints.read(config)) }
}

const nameOf = ({ source }: Config, node: string): string =>
  source === 'local' ? source : configMapName(source === 'global' ? globalTarget : nodeTarget(node))
