import { pageLevelNames, pageWayMessages } from './messages.ts'

/** The page permissions of a browser source in OBS, from which on something is allowed. */
export const pageLevels = { status: 1, scenes: 2, replay: 3, switch: 4, everything: 5 } as const

const names: readonly ((() => string) | undefined)[] = [
  undefined,
  pageLevelNames.level1,
  pageLevelNames.level2,
  pageLevelNames.level3,
  pageLevelNames.level4,
  pageLevelNames.level5,
]

/** The name of a permission as OBS shows it. */
export function pageLevelName(level: number): string {
  return names[level]?.() ?? ''
}

/** What a page with this permission cannot do, for the panel. */
export function pageLimits(level: number): readonly string[] {
  return [
    ...(level < pageLevels.scenes ? [pageWayMessages.cannotScenes()] : []),
    ...(level < pageLevels.replay ? [pageWayMessages.cannotReplay()] : []),
    ...(level < pageLevels.switch ? [pageWayMessages.cannotSwitch()] : []),
    ...(level < pageLevels.everything ? [pageWayMessages.cannotRecord()] : []),
    pageWayMessages.never(),
  ]
}
