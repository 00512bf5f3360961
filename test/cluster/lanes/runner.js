import TestRunner from 'jest-runner'
import { take } from './queue.ts'
import { isFileOfPart } from './rotating.ts'

/**
 * Jest's own runner. Beside other lanes, it runs those files only that no other lane has taken: from the first one on, or
 * from the last one back, so that files with many nodes, which come first, do not meet.
 */
export default class LaneRunner extends TestRunner {
  async runTests(tests, watcher, options) {
    const queue = process.env['TEST_CLUSTER_QUEUE']
    if (!queue) return super.runTests(tests, watcher, options)
    for (const test of process.env['TEST_CLUSTER_FROM_LAST'] ? tests.toReversed() : tests) {
      if (watcher.isInterrupted()) return
      if (isFileOfPart(test.path) && take(queue, test.path)) await super.runTests([test], watcher, options)
    }
  }
}
