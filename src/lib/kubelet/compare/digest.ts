import { hash } from 'node:crypto'
import type { ConfigDocument } from '../model/document.ts'
import { canonical } from './canonical.ts'

/**
 * Equal for documents that mean the same to the kubelet, whatever their spelling, order, comments or format, and
 * whatever release they were decoded for. `v1` fixes this algorithm for good: digests are stored in clusters, so a
 * change of any digest needs a `v2` beside it.
 */
export const digest = (document: ConfigDocument): string => `v1:sha256:${hash('sha256', canonical(document))}`
