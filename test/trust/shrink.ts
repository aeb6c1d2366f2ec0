import * as fc from '../tools/fast-check.ts'

/** The smallest sample that still shows the fault, found by trying ever smaller ones; undefined if it is not shown again. */
export async function shrink<T>(
  arbitrary: fc.Arbitrary<T>,
  faultOf: (sample: T) => Promise<string | undefined>,
  from: { seed: number; index: number },
): Promise<string | undefined> {
  const property = fc.asyncProperty(arbitrary, async (sample) => {
    const fault = await faultOf(sample)
    if (fault !== undefined) throw new Error(fault)
  })
  const result = await fc.check(property, {
    seed: from.seed,
    path: String(from.index),
    numRuns: 1,
    interruptAfterTimeLimit: 20_000,
  })
  if (!result.failed || result.counterexample === null) return undefined
  const words = result.errorInstance instanceof Error ? result.errorInstance.message : 'a fault'
  return `${words}\n  ${JSON.stringify(result.counterexample[0])}\n  (seed ${from.seed}, ${result.counterexamplePath})`
}
