import { it, type TestContext } from 'node:test'
import { isLongRun } from './declare.ts'

/** A test of the long version alone. What it is about is tried in another way in every run. */
export const itInLongRun: (title: string, run: (t: TestContext) => Promise<void> | void) => void = isLongRun
  ? it
  : () => undefined
