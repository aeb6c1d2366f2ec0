import { type DonationStyle, donationShapes } from '../../src/capabilities/donations/contract/donation-variants.ts'
import type { Cue } from '../../src/capabilities/overlay/contract/cues.ts'
import type { Song } from '../../src/capabilities/overlay/contract/player.ts'
import { formatAmount, type MoneyAmount } from '../../src/definitions/currencies.ts'
import type { Settings } from '../settings.ts'
import { numberOf, recordOf, textOf } from '../values.ts'

const shapes = ['layout', 'size', 'enter', 'leave'] as const
/** Minimum reading time. */
const msPerCharacter = 60

/** How long a card without speech stays. */
export function durationOf({ kind, payload }: Cue, settings: Settings) {
  if (payload.durationMs !== undefined) return numberOf(payload.durationMs, 10, 120_000, 4_000)
  const leastMs = (kind === 'effect' ? 4 : settings.seconds[kind]) * 1000
  if (kind === 'audio-alert') return leastMs
  return leastMs + readingMs(textOf(kind === 'tts' ? payload.text : payload.message))
}

export function readingMs(text: string) {
  return Math.min(text.length * msPerCharacter, 25_000)
}

export function makeCard({ kind, id, payload }: Cue, settings: Settings): HTMLElement {
  switch (kind) {
    case 'tts':
      return card(kind, id, { username: payload.username, message: payload.text })
    case 'audio-alert':
      return card(kind, id, {
        username: payload.username,
        message: payload.name,
        price: priceOf(payload.points, settings),
      })
    case 'event-alert':
      return alertCard('event', id, payload)
    case 'donation': {
      const { displayname, text = displayname } = payload
      const figure = formatAmount(amountOf(payload), settings.locale)
      const made = alertCard(kind, id, { emblem: 'coin', ...payload, text, username: displayname, figure })
      made.querySelector('.figure')?.classList.add('amount')
      return made
    }
    case 'effect':
      return effectCard(id, payload)
  }
}

/** The browser loads its tables of numbers and currencies with the first use, which would delay the first card. */
export function prepareNumbers({ locale }: Settings) {
  formatAmount({ amount: 1, currency: 'EUR' }, locale)
  ;(1).toLocaleString(locale)
}

export function makeSongCard({ id, title, artist }: Song) {
  const made = card('song', String(id), { username: artist, message: title })
  made.append(element('span', 'progress'))
  return made
}

/** Scrolls a message of more than four lines while it is read or spoken; `gone` is the elapsed part, 0 to 1. */
export function scrollMessage(card: HTMLElement, gone: number) {
  const message = card.querySelector('.message')
  const hidden = message === null ? 0 : message.scrollHeight - message.clientHeight
  // It does not scroll during the first and the last fifth.
  if (message !== null && hidden > 1) message.scrollTop = hidden * Math.min(Math.max((gone - 0.2) / 0.6, 0), 1)
}

export function amountOf({ amount, currency }: Cue['payload']): MoneyAmount {
  return { amount: Number(amount), currency: textOf(currency) }
}

function priceOf(points: unknown, { points_name, show_price, locale }: Settings) {
  const price = numberOf(points, 0, Number.MAX_SAFE_INTEGER, 0)
  return price === 0 || !show_price || points_name === '' ? '' : `${price.toLocaleString(locale)} ${points_name}`
}

/** How a card is drawn and moves, as attributes for the stylesheets. The style of a donation says the rest. */
export function shapeCard(card: HTMLElement, { kind, payload }: Cue, style: DonationStyle) {
  card.dataset.style = style
  const shape: Cue['payload'] = { ...(kind === 'donation' ? donationShapes[style] : {}), ...payload }
  for (const name of shapes) if (shape[name] !== undefined) card.dataset[name] = textOf(shape[name])
}

/** One line that says what happened, with the name highlighted in it. */
function alertCard(kind: string, id: string, { text, username, figure, message, emblem }: Cue['payload']) {
  const made = card(kind, id, { username: '', message })
  made.classList.add('alert')
  const headline = element('p', 'head headline')
  headline.dir = 'auto'
  const name = textOf(username)
  const words = textOf(text)
  const at = name === '' ? -1 : words.indexOf(name)
  if (at < 0) headline.append(words)
  else headline.append(words.slice(0, at), textElement('span', 'username', name), words.slice(at + name.length))
  made.querySelector('.head')?.replaceWith(headline)
  if (figure !== undefined) headline.after(textElement('p', 'figure', figure))
  if (textOf(emblem) !== '' && emblem !== 'none') {
    const icon = element('i', 'emblem')
    icon.dataset.icon = textOf(emblem)
    made.prepend(icon)
  }
  return made
}

function effectCard(id: string, payload: Cue['payload']) {
  const data = recordOf(payload.data)
  const userstate = recordOf(data.userstate)
  const message = typeof data.message === 'string' ? data.message : ''
  const made = element('article', 'effect')
  made.dataset.kind = 'effect'
  made.dataset.id = id
  made.dataset.overlayId = textOf(payload.overlay_id)
  made.dataset.effectType = textOf(payload.effect_type)
  const caption = element('div', 'caption')
  // The elements exist for custom CSS; they are visible only with a message.
  caption.hidden = message === ''
  caption.append(
    textElement('span', 'username', userstate.displayname),
    textElement('p', 'message', message === '' ? payload.effect_type : message),
  )
  made.append(caption)
  return made
}

/**
 * The elements with the hooks for custom CSS: `data-kind`, `data-id` and the classes of the texts. Everything is set as
 * text, so that markup in a name or a message is never interpreted.
 */
function card(
  kind: string,
  id: string,
  { username, price, message }: { username: unknown; price?: string; message: unknown },
) {
  const made = element('article', 'card')
  made.dataset.kind = kind
  made.dataset.id = id
  const head = element('div', 'head')
  head.append(element('i', 'light'), textElement('span', 'username', username))
  if (price !== undefined && price !== '') head.append(textElement('span', 'price', price))
  const body = element('div', 'body')
  body.append(head, textElement('p', 'message', message))
  made.append(body)
  return made
}

function textElement(tag: string, className: string, value: unknown) {
  const made = element(tag, className)
  // Isolates the writing direction of the text.
  made.dir = 'auto'
  made.textContent = textOf(value)
  return made
}

function element(tag: string, className: string) {
  const made = document.createElement(tag)
  made.className = className
  return made
}
