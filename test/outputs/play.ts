import { afterAll, beforeAll, describe, test } from '@jest/globals'
import { expectGolden } from '../support/golden.ts'
import { scenes } from './scenes/all.ts'
import { scrub } from './scrub.ts'
import type { Scene, Stage } from './stage.ts'
import { type Exchange, transcriptOf } from './transcript.ts'

/** Every scene as a test: what the commands say is what the golden files say, wherever they are played. */
export function describeOutputs(start: () => Promise<Stage>): void {
  describe('outputs', () => {
    let stage: Stage
    beforeAll(async () => {
      stage = await start()
    }, 120_000)
    afterAll(() => stage?.close(), 120_000)
    test.each(scenes)(
      '$name',
      async (scene) => expectGolden(transcriptOf(await play(scene, stage)), `outputs/${scene.name}.txt`),
      120_000,
    )
  })
}

async function play({ steps }: Scene, stage: Stage): Promise<Exchange[]> {
  const exchanges: Exchange[] = []
  for (const step of steps)
    if (typeof step === 'string') {
      const { stdout, stderr, exit } = await stage.run(step)
      exchanges.push({ command: step, stdout: scrub(stdout), stderr: scrub(stderr), exit })
    } else await step(stage)
  return exchanges
}
