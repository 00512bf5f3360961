import { test } from '@jest/globals'
import { isOfPart } from './part.ts'

let count = 0

/** Jest's test, where a part of the file is run for those of the part only. None of them needs another one. */
export function testInPart(title: string, run: () => Promise<void>, timeoutMs: number): void {
  if (isOfPart(count++)) test(title, run, timeoutMs)
}
