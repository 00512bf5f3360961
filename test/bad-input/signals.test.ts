import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from '@jest/globals'
import { startBin } from './start-bin.ts'

/** More than a pipe holds: when it is written, somebody reads it. */
const comments = Buffer.alloc(256 * 1024, '#')

test.concurrent.each<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP'])(
  'after %s, shells and systemd see a process that the signal ended, in an orderly way',
  async (signal) => {
    const started = startBin('kubeletcfg validate -')
    started.stdin.on('error', () => undefined)
    started.stdin.write(comments, () => started.kill(signal))
    const [ended, stderr] = await Promise.all([once(started, 'exit'), text(started.stderr)])
    expect({ ended, stderr }).toEqual({ ended: [null, signal], stderr: 'error: interrupted\n' })
  },
)
