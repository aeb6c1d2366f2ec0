import { addPoints } from './features/points/add-points.ts'
import { getPoints } from './features/points/get-points.ts'
import { getPointsTop } from './features/points/get-points-top.ts'
import { removePoints } from './features/points/remove-points.ts'
import { setPoints } from './features/points/set-points.ts'
import { transferPoints } from './features/points/transfer-points.ts'
import { adjustWatchTime } from './features/watch-time/adjust-watch-time.ts'
import { adjustWatchTimeBulk } from './features/watch-time/adjust-watch-time-bulk.ts'
import { getWatchTime } from './features/watch-time/get-watch-time.ts'
import { getWatchTimeTop } from './features/watch-time/get-watch-time-top.ts'
import type { Operation } from './operation.ts'

/** Every operation, in the order of the specification. What is not in this list does not exist. */
export const operations: readonly Operation[] = [
  addPoints,
  removePoints,
  getPoints,
  getPointsTop,
  setPoints,
  transferPoints,
  adjustWatchTime,
  getWatchTime,
  getWatchTimeTop,
  adjustWatchTimeBulk,
]
