import type { Part } from '../bench.ts'
import { addPointsPart, transferPointsPart } from './add-points.ts'
import { automationsPart } from './automations.ts'
import { chatPart } from './chat.ts'
import { clonePart } from './clone.ts'
import { effectPart } from './effect.ts'
import { eventsPart } from './events.ts'
import { getPointsPart } from './get-points.ts'
import { growthPart } from './growth.ts'
import { listsPart } from './lists.ts'
import { nodesPart } from './nodes.ts'
import { pointsTopPart } from './points-top.ts'
import { pressPart } from './press.ts'
import { searchPart } from './search.ts'
import { memoryPart, startPart } from './start.ts'
import { watchTimePart } from './watch-time.ts'
import { widgetsPart } from './widgets.ts'

/** In the order of the table. */
export const parts: readonly Part[] = [
  getPointsPart,
  addPointsPart,
  transferPointsPart,
  pointsTopPart,
  watchTimePart,
  searchPart,
  effectPart,
  eventsPart,
  pressPart,
  widgetsPart,
  chatPart,
  automationsPart,
  listsPart,
  startPart,
  clonePart,
  memoryPart,
  nodesPart,
  growthPart,
]
