import type { GoalName } from './goals.ts'

/** The figure of a row. */
export interface Measured {
  /** The figure of each round. None where it was not measured; `problem` says why. */
  readonly rounds: readonly number[]
  /** Context for the figure. */
  readonly note?: string
  /** Why the figure is not valid. */
  readonly problem?: string
}

/** One call under load. */
export interface Call {
  readonly name: string
  /** Of each round; the others are medians. */
  readonly callsPerSecond: readonly number[]
  readonly cpuMicros: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Number of responses with the code overloaded. */
  readonly overloaded: number
}

/** Cost by size. */
export interface Plot {
  readonly file: string
  readonly title: string
  readonly size: string
  readonly cost: string
  readonly series: readonly Series[]
}

export interface Series {
  readonly name: string
  readonly points: readonly { readonly size: number; readonly cost: number }[]
}

/** Measured costs, for the calculation in docs/scaling.md. */
export interface Costs {
  readonly readMicros: number
  readonly writeMicros: number
  readonly chatMicros: number
  readonly nodeReadRatio: number
  readonly nodeWriteRatio: number
  readonly postgresReadMicros: number
  readonly postgresWriteMicros: number
  readonly redisCallMicros: number
  readonly viewerBytes: number
  readonly changeBytes: number
  readonly watchedDayBytes: number
  readonly pageKib: number
  readonly nodeMib: number
}

/** Results of one part of the benchmark. */
export interface Findings {
  readonly measured: Partial<Record<GoalName, Measured>>
  readonly calls?: readonly Call[]
  readonly plots?: readonly Plot[]
  readonly costs?: Partial<Costs>
}

/** A whole run, as it is kept in bench/results.json: pages and pictures are generated from it only. */
export interface Results {
  readonly machine: {
    readonly cores: number
    readonly memoryGib: number
    readonly node: string
    readonly date: string
    readonly syncMs: number
  }
  readonly seconds: number
  readonly parts: Readonly<Record<string, Findings>>
}
