// @ts-check
import { formatMoney } from './money.js'
import { numberOf, recordOf, textOf } from './values.js'

/** @import { Cue, Song } from '../../src/contract/overlay-messages.ts' */
/** @import { Settings } from './settings.js' */

/** Time to read, at least. */
const msPerCharacter = 60

/**
 * How long a card stays when no sound decides.
 * @param {Cue} cue
 * @param {Settings} settings
 */
export function durationOf({ kind, payload }, settings) {
  if (payload.durationMs !== undefined) return numberOf(payload.durationMs, 10, 120_000, 4_000)
  const leastMs = (kind === 'effect' ? 4 : settings.seconds[kind]) * 1000
  if (kind === 'audio-alert') return leastMs
  return leastMs + readingMs(textOf(kind === 'tts' ? payload.text : payload.message))
}

/** @param {string} text */
export function readingMs(text) {
  return Math.min(text.length * msPerCharacter, 25_000)
}

/**
 * @param {Cue} cue
 * @param {Settings} settings
 * @returns {HTMLElement}
 */
export function makeCard({ kind, id, payload }, settings) {
  switch (kind) {
    case 'tts':
      return card(kind, id, { username: payload.username, message: payload.text })
    case 'audio-alert':
      return card(kind, id, {
        username: payload.username,
        message: payload.name,
        price: priceOf(payload.points, settings),
      })
    case 'donation':
      return card(kind, id, {
        username: payload.displayname,
        amount: formatMoney(payload.amount, payload.currency, settings.locale),
        message: payload.message,
      })
    case 'effect':
      return effectCard(id, payload)
  }
}

/** @param {Song} song */
export function makeSongCard({ id, title, artist }) {
  const made = card('song', String(id), { username: artist, message: title })
  made.append(element('span', 'progress'))
  return made
}

/**
 * A message of more than four lines moves on while it is read or spoken.
 * @param {HTMLElement} card
 * @param {number} gone how much of the time is over, 0 to 1
 */
export function scrollMessage(card, gone) {
  const message = card.querySelector('.message')
  const hidden = message === null ? 0 : message.scrollHeight - message.clientHeight
  // The beginning and the end each stand still for a while.
  if (message !== null && hidden > 1) message.scrollTop = hidden * Math.min(Math.max((gone - 0.2) / 0.6, 0), 1)
}

/** @param {unknown} points @param {Settings} settings */
function priceOf(points, { pointsName, locale }) {
  const price = numberOf(points, 0, Number.MAX_SAFE_INTEGER, 0)
  return price === 0 || pointsName === '' ? '' : `${price.toLocaleString(locale)} ${pointsName}`
}

/** @param {string} id @param {Cue['payload']} payload */
function effectCard(id, payload) {
  const data = recordOf(payload.data)
  const userstate = recordOf(data.userstate)
  const message = typeof data.message === 'string' ? data.message : ''
  const made = element('article', 'effect')
  made.dataset.kind = 'effect'
  made.dataset.id = id
  made.dataset.overlayId = textOf(payload.overlay_id)
  made.dataset.effectType = textOf(payload.effect_type)
  const caption = element('div', 'caption')
  // Who and what stand there for custom CSS; they are seen only where the caller has something to say.
  caption.hidden = message === ''
  caption.append(
    textElement('span', 'username', userstate.displayname),
    textElement('p', 'message', message === '' ? payload.effect_type : message),
  )
  made.append(caption)
  return made
}

/**
 * The hooks that people style with their own CSS: `data-kind`, `data-id` and the classes of the texts. Everything is
 * set as text, so that markup in a name or message stays what it is.
 * @param {string} kind
 * @param {string} id
 * @param {{ username: unknown, amount?: string, price?: string, message: unknown }} texts
 */
function card(kind, id, { username, amount, price, message }) {
  const made = element('article', 'card')
  made.dataset.kind = kind
  made.dataset.id = id
  const head = element('div', 'head')
  head.append(element('i', 'light'), textElement('span', 'username', username))
  if (price !== undefined && price !== '') head.append(textElement('span', 'price', price))
  if (amount !== undefined) head.append(textElement('span', 'amount', amount))
  const body = element('div', 'body')
  body.append(head, textElement('p', 'message', message))
  made.append(body)
  return made
}

/** @param {string} tag @param {string} className @param {unknown} value */
function textElement(tag, className, value) {
  const made = element(tag, className)
  // Marks that turn the writing direction end with the element they stand in.
  made.dir = 'auto'
  made.textContent = textOf(value)
  return made
}

/** @param {string} tag @param {string} className */
function element(tag, className) {
  const made = document.createElement(tag)
  made.className = className
  return made
}
