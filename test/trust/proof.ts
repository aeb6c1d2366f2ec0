export type Engine = 'sqlite' | 'postgres'

/** Something the project promises, and the way to look for a case where it does not hold. */
export interface Proof {
  readonly name: string
  readonly promise: string
  /** What is counted. */
  readonly unit: string
  /** How many make a release. */
  readonly fullCount: number
  /** The first is the default. */
  readonly engines: readonly [Engine, ...Engine[]]
  run(run: ProofRun): Promise<Figures>
}

export type Figures = Readonly<Record<string, string | number>>

/** What a proof is given, and where it reports. */
export interface ProofRun {
  readonly count: number
  readonly seed: number
  readonly engine: Engine
  readonly faults: Faults
  /** So much is done. Answers whether to go on: not when all is done, a fault was found, or the time is over. */
  goesOn(done: number): boolean
}

export interface Faults {
  readonly found: readonly string[]
  add(fault: string): void
}

export interface Verdict {
  readonly done: number
  readonly seconds: number
  readonly figures: Figures
  readonly faults: readonly string[]
}

export interface ProveOptions {
  readonly count: number
  readonly seed: number
  readonly engine?: Engine
  /** After so long it ends in good order, with what was done by then. */
  readonly minutes?: number
  onProgress?(done: number): void
}

/** More of them say nothing new. */
const maxFaults = 20

export async function prove(proof: Proof, options: ProveOptions): Promise<Verdict> {
  const { count, seed, engine = proof.engines[0], minutes = Number.POSITIVE_INFINITY, onProgress } = options
  const startedAt = performance.now()
  const found: string[] = []
  let reached = 0
  const faults: Faults = { found, add: (fault) => void (found.length < maxFaults && found.push(fault)) }
  let figures: Figures = {}
  try {
    figures = await proof.run({
      count,
      seed,
      engine,
      faults,
      goesOn(done) {
        reached = done
        onProgress?.(done)
        return done < count && found.length === 0 && performance.now() - startedAt < minutes * 60_000
      },
    })
  } catch (error) {
    faults.add(`it broke off: ${error instanceof Error ? error.stack : error}`)
  }
  return { done: reached, seconds: (performance.now() - startedAt) / 1000, figures, faults: found }
}
