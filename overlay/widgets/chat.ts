import { chat } from '../../src/capabilities/widgets/contract/widgets/chat.ts'
import type { ChatLine } from '../../src/capabilities/widgets/contract/widgets/sources.ts'
import { implementWidget } from '../widget.ts'
import { fadeOut, make, picture, rise } from '../widget-parts/dom.ts'

/** Longer messages are cut: platforms allow no longer ones, and a line must not fill the box. */
const maxParts = 60
/** Lines that follow each other faster do not move: that would only be seen as flicker, and draws the page all the time. */
const calmMs = 300

export const widget = implementWidget(chat, ({ element, settings }) => {
  const { lines: maxLines, direction, hide_after } = settings
  element.dataset.style = settings.style
  element.dataset.direction = direction
  const list = make('ol', 'chat-lines')
  element.append(list)
  const rows = new Map<string, HTMLElement>()
  const hidden: Set<string> = new Set()
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest: readonly ChatLine[] = []
  let hasDrawn = false
  let newestAt = performance.now()

  function draw() {
    const shown = latest.filter(({ id }) => !hidden.has(id)).slice(-maxLines)
    const wanted = new Set(shown.map(({ id }) => id))
    const newest = shown.filter(({ id }) => !rows.has(id))
    // A line that was deleted is gone at once; one that only makes room is above the edge by then.
    for (const [id, row] of rows) {
      if (wanted.has(id)) continue
      rows.delete(id)
      row.remove()
    }
    const at = performance.now()
    const isCalm = newest.length <= 3 && at - newestAt >= calmMs
    if (newest.length > 0) newestAt = at
    for (const line of newest) {
      const row = rowOf(line)
      rows.set(line.id, row)
      if (direction === 'bottom') list.append(row)
      else list.prepend(row)
      if (hasDrawn && isCalm) rise(row)
    }
    hasDrawn = true
    if (hide_after > 0) hideLater(newest)
  }

  function hideLater(lines: readonly ChatLine[]) {
    const due = Date.now() + hide_after * 1000
    for (const { id } of lines) {
      const row = rows.get(id)
      if (row !== undefined) row.dataset.until = String(due)
    }
    if (timer === undefined && rows.size > 0) timer = setTimeout(hide, hide_after * 1000)
  }

  function hide() {
    timer = undefined
    let next = Number.POSITIVE_INFINITY
    for (const [id, row] of rows) {
      const until = Number(row.dataset.until)
      if (until > Date.now()) next = Math.min(next, until)
      else {
        rows.delete(id)
        hidden.add(id)
        fadeOut(row)
      }
    }
    for (const id of hidden) if (!latest.some((line) => line.id === id)) hidden.delete(id)
    if (Number.isFinite(next)) timer = setTimeout(hide, Math.max(next - Date.now(), 50))
  }

  function rowOf({ platform, user, parts }: ChatLine) {
    const row = make('li', 'chat-line')
    if (settings.platforms) row.dataset.platform = platform
    if (settings.badges) {
      for (const { title, url } of user.badges.slice(0, 4)) {
        if (url !== null) row.append(picture(url, 'chat-badge', ''))
        else row.append(make('i', 'chat-mark', title.slice(0, 1)))
      }
    }
    const name = make('b', 'username', user.name)
    if (settings.colors && user.color !== null) name.style.color = readable(user.color)
    const text = make('span', 'message')
    text.dir = 'auto'
    for (const part of parts.slice(0, maxParts)) {
      if (part.over) stack(text.lastChild as HTMLElement, part)
      else text.append(part.url === undefined ? part.text : picture(part.url, 'chat-emote', part.text))
    }
    row.append(name, text)
    return row
  }

  return {
    on: {
      chat({ lines }) {
        latest = lines
        draw()
      },
    },
    stop: () => clearTimeout(timer),
  }
})

/** Draws a zero-width emote over the one before it. */
function stack(below: HTMLElement, { url = '', text }: ChatLine['parts'][number]) {
  let pile = below
  if (!below.classList.contains('chat-pile')) {
    pile = make('span', 'chat-pile')
    below.replaceWith(pile)
    pile.append(below)
  }
  pile.append(picture(url, 'chat-emote', text))
}

/** Names in colours that are too dark for a dark plate become lighter. */
function readable(color: string): string {
  const [, hex = ''] = /^#([0-9a-f]{6})$/i.exec(color) ?? []
  if (hex === '') return 'inherit'
  let rgb = [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const light = () => ((rgb[0] ?? 0) * 0.299 + (rgb[1] ?? 0) * 0.587 + (rgb[2] ?? 0) * 0.114) / 255
  while (light() < 0.55) rgb = rgb.map((part) => Math.round(part + (255 - part) * 0.15))
  return `rgb(${rgb.join(', ')})`
}
