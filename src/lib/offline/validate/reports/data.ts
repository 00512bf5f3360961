import { outputVersion } from '../../../names.ts'
import { findingData } from '../../read/finding-data.ts'
import type { Validation } from '../validate.ts'

/**
 * `validate -o json`: an array with an entry per document and release. Findings have their file and document, so that
 * those of several entries can be merged.
 */
export const dataReport = ({ documents }: Validation): readonly object[] =>
  documents.flatMap(({ file, document, configDir, verdicts }) =>
    verdicts.map(({ release, valid, stage, onHost, findings, ignored }) => ({
      apiVersion: outputVersion,
      kind: 'Validation',
      file,
      document,
      ...(configDir !== undefined && { configDir }),
      kubernetesVersion: release,
      valid,
      stage: stage ?? null,
      ...(onHost !== undefined && { onHost }),
      findings: findings.map((finding) => ({ file: finding.file ?? file, document, ...findingData(finding) })),
      ignored: ignored.map(({ ignoredBecause, ...finding }) => ({
        ...{ file: finding.file ?? file, document, ...findingData(finding) },
        ignoredBy: ignoredBecause === undefined ? 'flag' : 'comment',
        ignoredBecause: ignoredBecause ?? null,
      })),
    })),
  )
