import { formatDuration } from '../../quantity/duration.ts'
import { formatQuantity } from '../../quantity/quantity.ts'
import { formatTime } from '../grammar/time.ts'
import type { ScalarValue } from '../model/document.ts'
import { withoutUserinfo } from '../model/redact.ts'

/** The canonical spelling, as the kubelet writes it; URLs without credentials. */
export function scalarText(value: ScalarValue): string {
  switch (value.type) {
    case 'duration':
      return formatDuration(value.value)
    case 'time':
      return formatTime(value.value)
    case 'quantity':
      return formatQuantity(value.value)
    case 'bool':
    case 'int':
    case 'float':
      return `${value.value}`
    case 'string':
      return withoutUserinfo(value.value)
  }
}
