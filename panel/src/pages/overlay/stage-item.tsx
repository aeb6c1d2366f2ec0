import { useRef } from 'preact/hooks'
import { type Box, type DragState, type Place, snapped, turned } from './stage-geometry.ts'

interface ItemProps {
  /** Tells the item from the others. */
  readonly name: string
  readonly title: string
  /** For screen readers: what it is and where it stands. */
  readonly label: string
  readonly box: Box
  readonly place: Place
  readonly others: readonly Box[]
  readonly isChosen: boolean
  readonly hasGrid: boolean
  readonly disabled: boolean
  readonly onChoose: () => void
  readonly onMove: (change: Partial<Place>) => void
  /** For an item with a width and a height of its own; every other is scaled. */
  readonly onResize?: (size: { readonly width: number; readonly height: number }) => void
  readonly onDrag: (drag: DragState | undefined) => void
}

type Handle = 'move' | 'resize' | 'rotate'

/** Where a drag began, on the screen and on the stage. */
interface Grab {
  readonly handle: Handle
  readonly clientX: number
  readonly clientY: number
  readonly stage: DOMRect
  readonly box: Box
  readonly place: Place
}

const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Of the height of the stage: as much as the name above an item and the handle below it need, also on a phone. */
const edgePercent = 16

/** The frame around one item: it is dragged, or moved with the keyboard; its handles resize and rotate it. */
export function StageItem(props: ItemProps) {
  const { name, title, label, box, place, others, isChosen, hasGrid, disabled } = props
  const { onChoose, onMove, onResize, onDrag } = props
  const grab = useRef<Grab | undefined>(undefined)

  function begin(event: PointerEvent & { currentTarget: HTMLElement }, handle: Handle): void {
    const stage = event.currentTarget.closest('.stage-items')?.getBoundingClientRect()
    if (disabled || event.button !== 0 || stage === undefined) return
    event.currentTarget.setPointerCapture(event.pointerId)
    event.stopPropagation()
    const { clientX, clientY } = event
    grab.current = { handle, clientX, clientY, stage, box, place }
    onChoose()
    onDrag({ kind: name, from: box })
  }
  function drag(event: PointerEvent): void {
    const { current } = grab
    if (current === undefined) return
    const { stage, box: from } = current
    const dx = ((event.clientX - current.clientX) / stage.width) * 100
    const dy = ((event.clientY - current.clientY) / stage.height) * 100
    if (current.handle === 'move') {
      const moved = { ...from, x: from.x + dx, y: from.y + dy }
      // With Alt it goes exactly where the pointer is.
      const to = event.altKey ? { ...moved, guideX: undefined, guideY: undefined } : snapped(moved, { others, hasGrid })
      onDrag({ kind: name, from, guideX: to.guideX, guideY: to.guideY })
      onMove({ x: to.x, y: to.y })
      return
    }
    const centreX = stage.left + (from.x / 100) * stage.width
    const centreY = stage.top + (from.y / 100) * stage.height
    const away = { x: event.clientX - centreX, y: event.clientY - centreY }
    if (current.handle === 'rotate') {
      const grabbed = { x: current.clientX - centreX, y: current.clientY - centreY }
      onMove({ rotation: turned(current.place.rotation, grabbed, away, event.altKey) })
    } else if (onResize !== undefined) {
      // Along the edges of the item, however it is rotated; its centre stays.
      const angle = (current.place.rotation * Math.PI) / 180
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
      const width = (Math.abs(away.x * cos + away.y * sin) * 200) / stage.width
      onResize({ width, height: (Math.abs(away.y * cos - away.x * sin) * 200) / stage.height })
    } else {
      const before = Math.hypot(current.clientX - centreX, current.clientY - centreY)
      onMove({ scale: (current.place.scale * Math.hypot(away.x, away.y)) / Math.max(before, 1) })
    }
  }
  function end(isKept: boolean): void {
    const { current } = grab
    grab.current = undefined
    onDrag(undefined)
    if (current === undefined || isKept) return
    onMove({ ...current.place, x: current.box.x, y: current.box.y })
    onResize?.(current.box)
  }
  function onKey(event: KeyboardEvent): void {
    if (disabled) return
    if (event.key === 'Escape' && grab.current !== undefined) end(false)
    const change = keyChange(event, box, place)
    if (change === undefined) return
    event.preventDefault()
    onMove(change)
  }
  const dragging = (handle: Handle) => ({
    onPointerDown: (event: PointerEvent & { currentTarget: HTMLElement }) => begin(event, handle),
    onPointerMove: drag,
    onPointerUp: () => end(true),
    onPointerCancel: () => end(false),
  })
  return (
    <div
      class={`stage-item${isChosen ? ' chosen' : ''}`}
      data-kind={name}
      data-edge={edgeOf(box)}
      style={{
        left: `${box.x - box.width / 2}%`,
        top: `${box.y - box.height / 2}%`,
        width: `${box.width}%`,
        height: `${box.height}%`,
        rotate: `${place.rotation}deg`,
        'z-index': isChosen ? 10 : place.layer,
      }}
    >
      <button
        type="button"
        class="frame"
        disabled={disabled}
        aria-pressed={isChosen}
        aria-label={label}
        onFocus={onChoose}
        onKeyDown={onKey}
        {...dragging('move')}
      >
        <span>{title}</span>
      </button>
      {isChosen && !disabled && (
        <>
          <i class="handle rotate" {...dragging('rotate')} />
          <i class="handle resize" {...dragging('resize')} />
        </>
      )}
    </div>
  )
}

/** At which edges of the stage there is no room for what stands beside the item. */
function edgeOf({ y, height }: Box): string {
  const isAtTop = y - height / 2 < edgePercent
  const isAtBottom = y + height / 2 > 100 - edgePercent
  return [isAtTop ? 'top' : '', isAtBottom ? 'bottom' : ''].join(' ').trim()
}

/** Arrows move, plus and minus resize, brackets rotate, Page Up and Page Down change the layer. */
function keyChange(event: KeyboardEvent, box: Box, place: Place): Partial<Place> | undefined {
  const { key, shiftKey } = event
  const step = steps[key]
  const size = shiftKey ? 5 : 0.5
  if (step !== undefined) return { x: box.x + step[0] * size, y: box.y + step[1] * size }
  switch (key) {
    case '+':
    case '=':
      return { scale: place.scale + 0.05 }
    case '-':
      return { scale: place.scale - 0.05 }
    case '[':
      return { rotation: place.rotation - 5 }
    case ']':
      return { rotation: place.rotation + 5 }
    case 'PageUp':
      return { layer: place.layer + 1 }
    case 'PageDown':
      return { layer: place.layer - 1 }
    default:
      return undefined
  }
}
