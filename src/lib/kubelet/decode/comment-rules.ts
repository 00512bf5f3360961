/** Rules of comments for this program: a kubelet reads none. */
export const commentRules = {
  'IGNORE-INVALID': {
    stage: 'operation',
    severity: 'warning',
    fatal: false,
    reason: 'CommentInvalid',
    meaning: 'A comment kubeletcfg:ignore must name rules whose findings are warnings, and a reason.',
  },
  'IGNORE-UNUSED': {
    stage: 'operation',
    severity: 'info',
    fatal: false,
    reason: 'CommentUnused',
    meaning:
      'A comment kubeletcfg:ignore should be on the line of a warning of its rules, above it, or above the document.',
  },
} as const
