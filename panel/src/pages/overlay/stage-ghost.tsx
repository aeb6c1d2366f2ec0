import type { DragState } from './stage-geometry.ts'

/** What is drawn while an item is dragged: where it was, and the lines that it snaps to. */
export function Ghost({ drag: { from, guideX, guideY } }: { drag: DragState }) {
  return (
    <>
      <div
        class="ghost"
        aria-hidden="true"
        style={{
          left: `${from.x - from.width / 2}%`,
          top: `${from.y - from.height / 2}%`,
          width: `${from.width}%`,
          height: `${from.height}%`,
        }}
      />
      {guideX !== undefined && <div class="guide upright" style={{ left: `${guideX}%` }} aria-hidden="true" />}
      {guideY !== undefined && <div class="guide" style={{ top: `${guideY}%` }} aria-hidden="true" />}
    </>
  )
}
