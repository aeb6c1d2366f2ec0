import { useRef, useState } from 'preact/hooks'
import { isInside, isSamePath, placeOf, type StepPath } from './step-tree.ts'

/** A place between two steps. */
export interface DropPlace {
  readonly list: StepPath
  readonly index: number
}

export interface StepDrag {
  readonly from: StepPath | undefined
  readonly over: DropPlace | undefined
  /** Starts with the pointer on a handle: a mouse, a pen or a finger. */
  start(event: PointerEvent, path: StepPath): void
}

/** Near the edge of the page, this many pixels, the page scrolls. */
const scrollZone = 60
const scrollStep = 12

/** Drags steps between lists. The elements carry their paths: `data-step` a step, `data-steps` a list. */
export function useStepDrag(onDrop: (from: StepPath, to: DropPlace) => void): StepDrag {
  const [state, setState] = useState<{ from: StepPath; over: DropPlace | undefined }>()
  const drop = useRef(onDrop)
  drop.current = onDrop

  function start(event: PointerEvent, from: StepPath): void {
    if (event.button !== 0) return
    event.preventDefault()
    const grip = event.currentTarget as HTMLElement
    const editor = grip.closest<HTMLElement>('.step-editor')
    grip.setPointerCapture(event.pointerId)
    let over: DropPlace | undefined
    setState({ from, over })

    const move = ({ clientX, clientY }: PointerEvent) => {
      scrollNear(editor, clientY)
      over = placeAt(editor, document.elementFromPoint(clientX, clientY), clientY, from)
      setState({ from, over })
    }
    const end = (isDropped: boolean) => {
      grip.removeEventListener('pointermove', move)
      grip.removeEventListener('pointerup', finish)
      grip.removeEventListener('pointercancel', cancel)
      removeEventListener('keydown', onEscape, true)
      setState(undefined)
      if (isDropped && over !== undefined) drop.current(from, over)
    }
    const finish = () => end(true)
    const cancel = () => end(false)
    const onEscape = (key: KeyboardEvent) => {
      if (key.key !== 'Escape') return
      key.preventDefault()
      cancel()
    }
    grip.addEventListener('pointermove', move)
    grip.addEventListener('pointerup', finish)
    grip.addEventListener('pointercancel', cancel)
    addEventListener('keydown', onEscape, true)
  }

  return { from: state?.from, over: state?.over, start }
}

function placeAt(
  editor: HTMLElement | null,
  element: Element | null,
  y: number,
  from: StepPath,
): DropPlace | undefined {
  const target = element?.closest<HTMLElement>('[data-step], [data-steps]')
  if (target === null || target === undefined || editor?.contains(target) !== true) return undefined
  if (target.dataset.step === undefined) {
    const list = pathOf(target.dataset.steps)
    return isInside(list, from) ? undefined : { list, index: target.querySelectorAll(':scope > li').length }
  }
  const path = pathOf(target.dataset.step)
  if (isInside(path, from)) return undefined
  const place = placeOf(path)
  const source = placeOf(from)
  // Within one list the steps in between make room; from elsewhere the half under the pointer decides.
  const isBehind = isSamePath(place.list, source.list)
    ? source.index < place.index
    : y > target.getBoundingClientRect().top + target.offsetHeight / 2
  return { list: place.list, index: place.index + (isBehind ? 1 : 0) }
}

function pathOf(text: string | undefined): StepPath {
  return JSON.parse(text ?? '[]') as StepPath
}

function scrollNear(element: HTMLElement | null, y: number): void {
  let page = element?.parentElement
  while (page && page.scrollHeight <= page.clientHeight + 1) page = page.parentElement
  if (!page) return
  const { top, bottom } = page.getBoundingClientRect()
  if (y < Math.max(top, 0) + scrollZone) page.scrollTop -= scrollStep
  else if (y > Math.min(bottom, innerHeight) - scrollZone) page.scrollTop += scrollStep
}
