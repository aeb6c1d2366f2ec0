/** The sizes of a run. */
export interface Sizes {
  /** Servers share a process, and nobody waits for a machine to become quiet: for runs whose figures mean nothing. */
  readonly sharesProcesses: boolean
  readonly rounds: number
  readonly seconds: number
  readonly warmUpSeconds: number
  /** At a time, at most, and the calls of a round, at most. */
  readonly connections: number
  readonly calls: number
  readonly keys: number
  readonly fewViewers: number
  readonly manyViewers: number
  readonly watchers: number
  readonly days: number
  readonly names: number
  readonly pages: number
  readonly morePages: number
  readonly messages: number
  readonly changes: number
  readonly asked: number
  readonly starts: number
  readonly memoryStarts: number
  readonly clones: number
  /** Rounds of presses, and the presses of a round: effects at a page, and sounds. */
  readonly pressRounds: number
  readonly presses: number
  readonly sounds: number
  readonly firstLines: number
  readonly commands: number
  readonly automations: number
  readonly waitingRuns: number
  readonly idleSeconds: number
}

export const wholeSizes: Omit<Sizes, 'keys'> = {
  sharesProcesses: false,
  rounds: 7,
  seconds: 1.2,
  warmUpSeconds: 1,
  connections: Number.POSITIVE_INFINITY,
  calls: Number.POSITIVE_INFINITY,
  fewViewers: 10_000,
  manyViewers: 1_000_000,
  watchers: 20_000,
  days: 365,
  names: 139_455,
  pages: 1000,
  morePages: 5000,
  messages: 1000,
  changes: 50_000,
  asked: 200,
  starts: 9,
  memoryStarts: 3,
  clones: 2,
  pressRounds: 5,
  presses: 100,
  sounds: 10,
  firstLines: 3,
  commands: 10_000,
  automations: 10_000,
  waitingRuns: 200,
  // As long as a node takes to say again that its runs still run.
  idleSeconds: 20,
}

/** The sizes that a caller can choose, and the number of keys, which follows the speed of the machine. */
export type ChosenSizes = Pick<Sizes, 'rounds' | 'seconds' | 'manyViewers' | 'keys'>

export function chosenSizes(chosen: ChosenSizes): Sizes {
  return { ...wholeSizes, ...chosen }
}

/** Enough to check that every figure can be measured; the figures themselves mean nothing. */
export const tinySizes: Sizes = {
  sharesProcesses: true,
  rounds: 1,
  seconds: 0.05,
  warmUpSeconds: 0.02,
  connections: 8,
  calls: 72,
  // Enough for calls at a fixed rate, however long a busy machine takes for what is measured beside them.
  keys: 192,
  fewViewers: 1000,
  manyViewers: 1200,
  watchers: 40,
  days: 40,
  names: 1500,
  pages: 10,
  morePages: 20,
  messages: 50,
  changes: 200,
  asked: 2,
  starts: 1,
  memoryStarts: 1,
  clones: 1,
  pressRounds: 1,
  presses: 2,
  sounds: 1,
  firstLines: 1,
  commands: 100,
  automations: 24,
  waitingRuns: 5,
  idleSeconds: 0.02,
}
