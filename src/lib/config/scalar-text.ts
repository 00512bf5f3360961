import { formatQuantity } from '../quantity/quantity.ts'
import type { ScalarValue } from './document.ts'
import { formatDuration } from './duration.ts'
import { withoutUserinfo } from './redact.ts'
import { formatTime } from './time.ts'

/** The canonical spelling, as the kubelet would write it; of URLs, no credentials. */
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
