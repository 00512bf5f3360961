import type { Mutation } from './mutations.ts'

/** What is left out when there is nothing to say, and the objects of Kubernetes, which are not ours to describe. */
const optional: Readonly<Record<string, RegExp>> = {
  ChangeReport: / lacks (before|after)$/,
  DefaultedConfiguration: /^configuration/,
  DeleteReport: / lacks (before|after)$/,
  Diff: / lacks (before|after)$/,
  DiffList: / lacks (before|after)$/,
  HistoryDiff: / lacks (before|after)$/,
  List: /^items\.\d+/,
  Migration: /^configuration|^findings.* lacks (remedy|since|until)$/,
  NodeSizeList: / lacks (desired|drift|machine)$/,
  NodeTopList: / lacks (desired|drift|machine)$|^summary\.states lacks |^the document lacks summary$/,
  NodeSizeConfiguration: / lacks (cpu|memory|hold)$/,
  PushReport: / lacks (before|after)$/,
  ResizeReport: / lacks (before|after)$/,
  SplitReport: / lacks (before|after)$/,
  UpgradeReport: /^defaults.* lacks (before|after)$|^findings.* lacks (remedy|since|until)$/,
  UpgradeReportList: / lacks (before|after|remedy|since|until|document)$/,
  Validation: / lacks (remedy|since|until)$/,
  Validations: / lacks (remedy|since|until)$/,
}

export const isOptional = (schema: string, { what }: Mutation): boolean => optional[schema]?.test(what) ?? false
