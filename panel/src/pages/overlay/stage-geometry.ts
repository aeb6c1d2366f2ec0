import type { OverlaySettingValues } from '../../../../src/capabilities/overlay/contract/overlay-settings.ts'

/** Where an item stands whose position is free. */
export type Place = OverlaySettingValues['places']['tts']

/** What is drawn while an item is dragged: where it was, and the lines that it snaps to. */
export interface DragState {
  readonly kind: string
  readonly from: Box
  readonly guideX?: number | undefined
  readonly guideY?: number | undefined
}

/** Where an item stands on the stage, in percent of its width and height; `x` and `y` are the centre. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Snapped {
  readonly x: number
  readonly y: number
  /** The lines that it snapped to, in percent. */
  readonly guideX: number | undefined
  readonly guideY: number | undefined
}

export const safeMargin = 5
export const gridStep = 5
/** How near an edge or the centre has to be to snap. */
const reach = 1.2

interface SnapOptions {
  readonly others: readonly Box[]
  readonly hasGrid: boolean
}

/** Moves a box to the lines that it nearly touches: the centre, the safe area, the other items, the grid. */
export function snapped(box: Box, { others, hasGrid }: SnapOptions): Snapped {
  const x = snapAxis(box.x, box.width / 2, linesOf(others, 'x', 'width'), hasGrid)
  const y = snapAxis(box.y, box.height / 2, linesOf(others, 'y', 'height'), hasGrid)
  return { x: x.at, y: y.at, guideX: x.guide, guideY: y.guide }
}

function linesOf(others: readonly Box[], centre: 'x' | 'y', size: 'width' | 'height'): number[] {
  const ofItems = others.flatMap((box) => [box[centre] - box[size] / 2, box[centre], box[centre] + box[size] / 2])
  return [50, safeMargin, 100 - safeMargin, ...ofItems]
}

/** The nearest line for the centre or for one of the two edges. */
function snapAxis(at: number, half: number, lines: readonly number[], hasGrid: boolean) {
  let best: { at: number; guide: number | undefined; distance: number } = { at, guide: undefined, distance: reach }
  for (const line of lines) {
    for (const offset of [0, -half, half]) {
      const distance = Math.abs(at + offset - line)
      if (distance < best.distance) best = { at: line - offset, guide: line, distance }
    }
  }
  if (best.guide === undefined && hasGrid) {
    const line = Math.round(at / gridStep) * gridStep
    return { at: line, guide: undefined }
  }
  return best
}

export function rounded(value: number, digits = 1): number {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor
}

export function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

/** From the centre of a box. */
interface Point {
  readonly x: number
  readonly y: number
}

/**
 * The rotation in degrees of a box that is turned by a handle, wherever the handle is: as far as the pointer has gone
 * round the centre since it was grabbed, in steps of 15 where they are near.
 */
export function turned(before: number, from: Point, to: Point, isExact: boolean): number {
  const angle = ({ x, y }: Point) => (Math.atan2(y, x) * 180) / Math.PI
  const degrees = before + angle(to) - angle(from)
  const step = Math.round(degrees / 15) * 15
  const wanted = !isExact && Math.abs(degrees - step) < 4 ? step : degrees
  return rounded(((((wanted + 180) % 360) + 360) % 360) - 180)
}
