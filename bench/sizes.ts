/** The sizes of a run. */
export interface Sizes {
  readonly rounds: number
  readonly seconds: number
  readonly warmUpSeconds: number
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
  readonly presses: number
  readonly sounds: number
  readonly firstLines: number
}

export const wholeSizes: Sizes = {
  rounds: 7,
  seconds: 1.2,
  warmUpSeconds: 1,
  keys: 6000,
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
  presses: 200,
  sounds: 25,
  firstLines: 3,
}

/** Enough to check that every figure can be measured; the figures themselves mean nothing. */
export const tinySizes: Sizes = {
  rounds: 1,
  seconds: 0.05,
  warmUpSeconds: 0.02,
  keys: 96,
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
  presses: 2,
  sounds: 1,
  firstLines: 1,
}
