import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { commonMessages } from '../messages/common.ts'
import { Icon } from './icon.tsx'

interface SortableProps<T> {
  readonly items: readonly T[]
  readonly keyOf: (item: T) => string | number
  readonly nameOf: (item: T, index: number) => string
  readonly onOrder: (items: readonly T[]) => void
  readonly disabled?: boolean
  readonly class?: string
  readonly children: (item: T, index: number, moves: ComponentChildren) => ComponentChildren
}

/** A list that people reorder: by dragging the handle, or by two buttons, which also work with the keyboard. */
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

  function move(from: number, to: number): void {
    const next = [...items]
    const [item] = next.splice(from, 1)
    if (item === undefined || to < 0 || to > next.length || from === to) return
    next.splice(to, 0, item)
    setMoved(next)
    onOrder(next)
  }

  function drop(): void {
    if (dragged !== undefined && over !== undefined) move(dragged, over)
    setDragged(undefined)
    setOver(undefined)
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
          onDragOver={(event) => {
            if (dragged === undefined) return
            event.preventDefault()
            setOver(index)
          }}
          onDrop={(event) => {
            event.preventDefault()
            drop()
          }}
        >
          {children(
            item,
            index,
            disabled ? null : (
              <span class="moves">
                <span
                  class="grip"
                  draggable
                  aria-hidden="true"
                  onDragStart={(event) => {
                    event.dataTransfer?.setData('text/plain', '')
                    const row = event.currentTarget.closest('li')
                    if (row !== null) event.dataTransfer?.setDragImage(row, 12, 16)
                    setDragged(index)
                  }}
                  onDragEnd={() => {
                    setDragged(undefined)
                    setOver(undefined)
                  }}
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
