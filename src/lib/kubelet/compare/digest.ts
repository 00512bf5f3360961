import { hash } from 'node:crypto'
import type { ConfigDocument } from '../model/document.ts'
import { canonical } from './canonical.ts'

/**
 * Equal for documents that mean the same to the kubelet, regardless of spelling, order, comments, format, and the
 * release that they were decoded for. `v1` fixes this algorithm permanently: digests are stored in clusters, so any
 * change of a digest needs a `v2` next to it.
 */
export const digest = (document: ConfigDocument): string => `v1:sha256:${hash('sha256', canonical(document))}`
