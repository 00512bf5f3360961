import type { Status } from '../../api/status.ts'
import { decode, openEnvelope } from './envelope.ts'
import { type Fields, int32, int64, message, messages, readFields, text } from './wire.ts'

const details: Fields = {
  1: text('name'),
  2: text('group'),
  3: text('kind'),
  4: messages('causes', { 1: text('reason'), 2: text('message'), 3: text('field') }),
  5: int64('retryAfterSeconds'),
  6: text('uid'),
}
const fields: Fields = {
  2: text('status'),
  3: text('message'),
  4: text('reason'),
  5: message('details', details),
  6: int32('code'),
}

/** A refusal of the API server. Throws Malformed. */
export const readStatus = (body: Uint8Array): Status =>
  decode(() => {
    const { reader, end } = openEnvelope(body, 'Status')
    return { kind: 'Status', ...readFields(reader, end, fields) } as Status
  })
