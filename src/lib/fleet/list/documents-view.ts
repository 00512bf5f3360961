import type { View } from '../../output/view.ts'
import { age } from '../../quantity/age.ts'
import { targetText } from '../change/step.ts'
import type { DocumentRow } from './list-documents.ts'
import { documentStatus, problemOf, rowData, shortDigest, toneOfStatus } from './output.ts'

/** `now` returns milliseconds since the epoch, for the ages. Long texts do not fit in 80 columns. */
export const documentsView = (now: () => number): View<DocumentRow> => ({
  kind: 'DocumentList',
  columns: [
    { header: 'TARGET', value: ({ inspection }) => targetText(inspection.stored.target) },
    { header: 'REVISION', value: ({ inspection }) => String(inspection.stored.stamp.revision ?? '-') },
    {
      header: 'AGE',
      value: ({ inspection: { stored } }) => age(stored.stamp.at ?? stored.createdAt, now()),
      isAge: true,
    },
    { header: 'NODES', value: ({ nodes }) => String(nodes?.length ?? '-') },
    { header: 'RUNNING', value: ({ uptake }) => String(uptake?.running.length ?? '-') },
    { header: 'STATUS', value: documentStatus, tone: toneOfStatus, whenDeleted: 'deleted' },
  ],
  wide: [
    { header: 'BY', value: ({ inspection: { stored } }) => stored.stamp.by ?? stored.textWrite?.manager ?? '-' },
    { header: 'DIGEST', value: ({ inspection }) => shortDigest(inspection.digest) },
    { header: 'MESSAGE', value: ({ inspection }) => inspection.stored.stamp.message ?? '-' },
    { header: 'PROBLEM', value: (row) => problemOf(row) ?? '-' },
  ],
  data: rowData,
  name: ({ inspection }) => `configmap/${inspection.stored.name}`,
})
