import type { GoalName } from './goals.ts'

export interface Measured {
  /** Null where it was not measured; `trouble` says why. */
  readonly value: number | null
  /** What one has to know to read the figure. */
  readonly note?: string
  /** Why the figure does not count. */
  readonly trouble?: string
}

/** One call under load. */
export interface Call {
  readonly name: string
  readonly callsPerSecond: number
  readonly cpuMicros: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** How many answers said that the server is overloaded. */
  readonly overloaded: number
}

/** Cost against size of one thing that grows. */
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

/** What a thing costs here, for the arithmetic of docs/scaling.md. */
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

/** What one part of the bench found out. */
export interface Findings {
  readonly measured: Partial<Record<GoalName, Measured>>
  readonly calls?: readonly Call[]
  readonly plots?: readonly Plot[]
  readonly costs?: Partial<Costs>
}

/** A whole run, as it is kept in bench/results.json: pages and pictures are made from it and from nothing else. */
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
