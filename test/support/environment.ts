import { TestEnvironment } from 'jest-environment-node'
import { Commander } from './commander.ts'

/** Outside the tests' own module registries: one for all test files of a worker. */
const commander = new Commander()

/** Where tests run: Node's environment, and a process that runs command lines. */
export default class Environment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup()
    Object.assign(this.global, { commander })
  }
}
