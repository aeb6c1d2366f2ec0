import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { commonMessages } from '../../messages/common.ts'
import { Icon } from '../icon.tsx'

interface SortableProps<T> {
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string | number
  readonly nameOf: (item: T, index: number) => string
  readonly onOrder: (items: readonly T[]) => void
  readonly disabled?: boolean
  readonly class?: string
  readonly children: (item: T, index: number, moves: ComponentChildren) => ComponentChildren
}

/**
 * A list that people reorder: by dragging the handle with mouse, finger or pen, or by two buttons, which also work with
 * the keyboard.
 */
export function Sortable<T>({
  items: given,
  keyOf,
  nameOf,
  onOrder,
  disabled,
  class: className = '',
  children,
}: SortableProps<T>) {
  // An optimistic update: the new order shows at once, until the server sends its own.
  const [moved, setMoved] = useState<readonly T[]>()
  useLayoutEffect(() => setMoved(undefined), [given])
  const items = moved ?? given
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const list = useRef<HTMLOListElement>(null)
  const focused = useRef<string | undefined>(undefined)
  // A moved element loses the focus; give it back, so that it can be moved again by keyboard.
  useLayoutEffect(() => {
    if (focused.current === undefined) return
    const [key, way] = focused.current.split('|')
    focused.current = undefined
    const buttons = list.current?.querySelectorAll<HTMLButtonElement>(
      `[data-key="${CSS.escape(key ?? '')}"] .moves button`,
    )
    const wanted = [...(buttons ?? [])].find((button) => button.dataset.way === way && !button.disabled)
    ;(wanted ?? [...(buttons ?? [])].find((button) => !button.disabled))?.focus()
  })
  useEffect(() => {
    if (dragged === undefined) return
    const cancelByKey = ({ key }: KeyboardEvent) => void (key === 'Escape' && stop())
    addEventListener('keydown', cancelByKey)
    return () => removeEventListener('keydown', cancelByKey)
  }, [dragged])

  function move(from: number, to: number): void {
    const next = [...items]
    const [item] = next.splice(from, 1)
    if (item === undefined || to < 0 || to > next.length || from === to) return
    next.splice(to, 0, item)
    setMoved(next)
    onOrder(next)
  }

  function stop(): void {
    setDragged(undefined)
    setOver(undefined)
  }

  function drag({ clientX, clientY }: PointerEvent): void {
    if (dragged === undefined || list.current === null) return
    scrollAtEdge(list.current, clientY)
    const place = placeAt(list.current, clientX, clientY)
    if (place !== undefined) setOver(place)
  }

  function drop(): void {
    if (dragged !== undefined && over !== undefined) move(dragged, over)
    stop()
  }

  function button(index: number, step: 1 | -1) {
    const item = items[index]
    if (item === undefined) return null
    const way = step === 1 ? 'down' : 'up'
    const label = step === 1 ? commonMessages.moveDown : commonMessages.moveUp
    return (
      <button
        type="button"
        class="button quiet icon small"
        data-way={way}
        disabled={index + step < 0 || index + step >= items.length}
        aria-label={label({ name: nameOf(item, index) })}
        onClick={() => {
          focused.current = `${keyOf(item)}|${way}`
          move(index, index + step)
        }}
      >
        <Icon name={way} />
      </button>
    )
  }

  return (
    <ol class={`sortable ${className}`} ref={list}>
      {items.map((item, index) => (
        <li
          key={keyOf(item)}
          data-key={keyOf(item)}
          class={`${index === dragged ? 'dragged' : ''}${over === index && dragged !== undefined && dragged !== index ? (index > dragged ? ' after' : ' before') : ''}`}
        >
          {children(
            item,
            index,
            disabled ? null : (
              <span class="moves">
                <span
                  class="grip"
                  aria-hidden="true"
                  onPointerDown={(event) => {
                    if (event.button !== 0) return
                    // No text is selected meanwhile, and every further movement comes here, wherever the finger is.
                    event.preventDefault()
                    event.currentTarget.setPointerCapture(event.pointerId)
                    setDragged(index)
                  }}
                  onPointerMove={drag}
                  onPointerUp={drop}
                  onPointerCancel={stop}
                >
                  <Icon name="grip" />
                </span>
                {button(index, -1)}
                {button(index, 1)}
              </span>
            ),
          )}
        </li>
      ))}
    </ol>
  )
}

/** The place of the list's own row at this point; a row may contain another list. */
function placeAt(list: HTMLElement, x: number, y: number): number | undefined {
  let row = document.elementFromPoint(x, y)
  while (row !== null && row.parentElement !== list) row = row.parentElement
  const place = row === null ? -1 : [...list.children].indexOf(row)
  return place < 0 ? undefined : place
}

const edgePixels = 48
const scrollPixels = 14

/** A finger that drags cannot scroll, so the page moves while it is held at the edge. */
function scrollAtEdge(list: HTMLElement, y: number): void {
  const step = y < edgePixels ? -scrollPixels : y > innerHeight - edgePixels ? scrollPixels : 0
  if (step === 0) return
  let scroller: HTMLElement | null = list
  while (scroller !== null && !isScrollable(scroller)) scroller = scroller.parentElement
  ;(scroller ?? document.scrollingElement)?.scrollBy(0, step)
}

function isScrollable(element: HTMLElement): boolean {
  return element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)
}
