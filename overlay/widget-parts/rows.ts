import { fadeOut, rise } from './dom.ts'

/**
 * Draws a list of rows in this order: new ones rise, those that are gone fade, and those that changed places move
 * there. Rows are known by their keys; `fill` draws the content of one.
 */
export function createRows<T>(
  list: HTMLElement,
  rules: {
    readonly keyOf: (item: T) => string
    readonly create: (item: T) => HTMLElement
    readonly fill?: (row: HTMLElement, item: T, index: number) => void
  },
) {
  const rows = new Map<string, HTMLElement>()
  let isFirst = true

  return (items: readonly T[]) => {
    const before = new Map(Array.from(rows, ([key, row]) => [key, row.offsetTop]))
    const wanted = new Map(items.map((item) => [rules.keyOf(item), item]))
    for (const [key, row] of rows) {
      if (wanted.has(key)) continue
      rows.delete(key)
      if (rows.size > 60) row.remove()
      else leave(row)
    }
    let index = 0
    let previous: Element | null = null
    for (const [key, item] of wanted) {
      let row = rows.get(key)
      const isNew = row === undefined
      row ??= rules.create(item)
      rows.set(key, row)
      rules.fill?.(row, item, index++)
      const next: Element | null = previous === null ? list.firstElementChild : previous.nextElementSibling
      if (next !== row) list.insertBefore(row, next)
      previous = row
      if (isFirst) continue
      if (isNew) rise(row)
      else move(row, before.get(key))
    }
    isFirst = false
  }
}

/** It gives its room to the others at once. */
function leave(row: HTMLElement) {
  const { offsetTop, offsetLeft, offsetWidth } = row
  Object.assign(row.style, {
    position: 'absolute',
    top: `${offsetTop}px`,
    left: `${offsetLeft}px`,
    width: `${offsetWidth}px`,
  })
  fadeOut(row)
}

/** From where it was, if it has moved (the technique is known as FLIP). */
function move(row: HTMLElement, from: number | undefined) {
  const by = (from ?? row.offsetTop) - row.offsetTop
  if (by === 0) return
  row.animate(
    { transform: [`translateY(${by}px)`, 'none'] },
    { duration: 400, easing: 'cubic-bezier(0.16, 1, 0.3, 1)' },
  )
}
