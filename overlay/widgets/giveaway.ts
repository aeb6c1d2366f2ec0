import { drawShownMs } from '../../src/capabilities/rounds/contract/draw-time.ts'
import { clockText } from '../../src/capabilities/values/contract/clock-text.ts'
import { giveaway } from '../../src/capabilities/widgets/contract/widgets/rounds.ts'
import type { RoundState } from '../../src/capabilities/widgets/contract/widgets/sources.ts'
import { implementWidget } from '../widget.ts'
import { isOnShow, whenOver } from '../widget-parts/ballot.ts'
import { bump, make, rise, setText } from '../widget-parts/dom.ts'

/** Names that pass before the winner; those who entered come again if they are few. */
const reelNames = 32
/** A draw that is older was seen already, or was missed. */
const freshMs = 10_000

export const widget = implementWidget(giveaway, ({ element, settings, locale, now, tick }) => {
  const title = make('p', 'widget-label', '')
  const stage = make('div', 'reel')
  const foot = make('p', 'reel-foot')
  const word = make('b', 'username', '')
  const entries = make('span', 'amount', '')
  foot.append(word, entries)
  element.classList.add('is-hidden')
  element.append(title, stage, foot)
  let round: RoundState | null = null
  /** How many winners of the round have been shown. */
  let shownWinners = 0
  let spinning: Animation | undefined
  let stopTicking: (() => void) | undefined
  let cancelEnd = () => {}

  function rest() {
    stopTicking?.()
    stopTicking = undefined
  }

  /** What stands in the middle: the time that is left, or the number of entries. */
  function drawOpen() {
    if (round === null) return
    const left = round.ends_at === null ? 0 : (round.ends_at - now()) / 1000
    const text = left > 0 ? clockText(Math.ceil(left)) : round.entries.toLocaleString(locale)
    const before = stage.querySelector('.reel-name')
    if (before instanceof HTMLElement) setText(before, text)
    else stage.replaceChildren(make('p', 'reel-name', text))
  }

  /** Names run through like a reel that comes to rest on the winner. */
  function spin(names: readonly string[], winners: readonly string[]) {
    const [winner = ''] = winners
    const others = names.filter((name) => name !== winner)
    const passing = Array.from({ length: reelNames }, (_one, at) => others[at % Math.max(others.length, 1)] ?? winner)
    delete stage.dataset.state
    const strip = make('div', 'reel-strip')
    strip.append(...[...passing, winner].map((name) => make('p', 'reel-name', name)))
    stage.replaceChildren(strip)
    spinning = strip.animate(
      { transform: ['none', `translateY(${(-100 * reelNames) / (reelNames + 1)}%)`] },
      { duration: drawShownMs, easing: 'cubic-bezier(0.12, 0.62, 0.08, 1)', fill: 'forwards' },
    )
    spinning.onfinish = () => showWinners(winners, true)
  }

  function showWinners(winners: readonly string[], isNew: boolean) {
    spinning = undefined
    const names = make('p', 'reel-name won', winners.slice(0, 3).join(', '))
    stage.replaceChildren(names)
    stage.dataset.state = 'won'
    if (!isNew) return
    bump(names)
    const glow = make('i', 'reel-glow')
    stage.append(glow)
    const fading = glow.animate(
      { opacity: [0.9, 0], transform: ['scaleX(0.2)', 'scaleX(1)'] },
      { duration: 1400, easing: 'ease-out' },
    )
    fading.onfinish = () => glow.remove()
  }

  function draw() {
    cancelEnd()
    const shown = isOnShow(round, now(), settings.stays) ? round : null
    if (shown !== null && element.classList.contains('is-hidden')) rise(element)
    element.classList.toggle('is-hidden', shown === null)
    if (shown === null) return rest()
    cancelEnd = whenOver(shown, now(), settings.stays, draw)
    const isOpen = shown.status === 'open'
    const isDrawn = shown.status === 'drawn' && shown.winners.length > 0
    setText(title, shown.title)
    setText(word, isOpen ? (shown.word ?? '') : '')
    setText(entries, shown.entries.toLocaleString(locale))
    foot.hidden = isDrawn
    if (!isDrawn) {
      delete stage.dataset.state
      drawOpen()
      if (isOpen && shown.ends_at !== null) stopTicking ??= tick(drawOpen)
      else rest()
      return
    }
    rest()
    if (shownWinners >= shown.winners.length) return
    // Somebody did not answer, and another was drawn: only the new winner is shown.
    const won = shown.winners.slice(shownWinners)
    shownWinners = shown.winners.length
    spinning?.cancel()
    if (now() - shown.changed_at < freshMs) spin(shown.names, won)
    else showWinners(shown.winners, false)
  }

  return {
    on: {
      round(data) {
        if (data.round?.id !== round?.id) {
          shownWinners = 0
          spinning?.cancel()
        }
        round = data.round
        draw()
      },
    },
    stop() {
      cancelEnd()
      rest()
      spinning?.cancel()
    },
  }
})
