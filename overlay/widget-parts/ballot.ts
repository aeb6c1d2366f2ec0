import { clockText } from '../../src/capabilities/values/contract/clock-text.ts'
import type { RoundState, SourceData } from '../../src/capabilities/widgets/contract/widgets/sources.ts'
import type { RunningWidget, WidgetContext } from '../widget.ts'
import { make, rise, setText } from './dom.ts'
import { createRows } from './rows.ts'

type Option = RoundState['options'][number] & { readonly share: number; readonly isBest: boolean }

/** Whether a round is still to be seen: while it is open, and for a while after its result. */
export function isOnShow(round: RoundState | null, now: number, staysSeconds: number): round is RoundState {
  if (round === null || round.status === 'cancelled') return false
  return round.status === 'open' || now - round.changed_at < staysSeconds * 1000 || round.changed_at === 0
}

/** Calls when the round is over for long enough. Returns how to cancel it. */
export function whenOver(round: RoundState, now: number, staysSeconds: number, then: () => void): () => void {
  if (round.status === 'open' || round.changed_at === 0) return () => {}
  const timer = setTimeout(then, round.changed_at + staysSeconds * 1000 - now + 50)
  return () => clearTimeout(timer)
}

/** A poll or a prediction: the question, and a bar for each option that grows with its votes. */
export function startBallot(
  { element, now, tick, locale }: WidgetContext,
  { votes, stays }: { readonly votes: boolean; readonly stays: number },
): RunningWidget {
  const head = make('div', 'ballot-head')
  const title = make('p', 'message', '')
  const time = make('span', 'song-time', '')
  head.append(title, time)
  const list = make('ol', 'ballot-options')
  const foot = make('p', 'row-second', '')
  element.append(head, list, foot)
  element.classList.add('ballot', 'is-hidden')
  let round: RoundState | null = null
  let stopTicking: (() => void) | undefined
  let cancelEnd = () => {}

  const drawOptions = createRows<Option>(list, {
    keyOf: ({ title: text }) => text,
    create({ title: text }) {
      const row = make('li', 'ballot-option')
      row.append(make('i', 'goal-fill'), make('span', 'message', text), make('span', 'amount', ''))
      return row
    },
    fill(row, { votes: count, share, is_outcome, isBest }) {
      const [fill, , amount] = Array.from(row.children) as [HTMLElement, HTMLElement, HTMLElement]
      fill.style.transform = `scaleX(${share})`
      const percent = share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 0 })
      setText(amount, votes ? `${count.toLocaleString(locale)} · ${percent}` : percent)
      row.dataset.state = is_outcome ? 'won' : isBest ? 'best' : 'open'
    },
  })

  function drawTime() {
    const left = round?.status === 'open' && round.ends_at !== null ? (round.ends_at - now()) / 1000 : 0
    setText(time, left > 0 ? clockText(Math.ceil(left)) : '')
    if (left <= 0) rest()
  }

  function rest() {
    stopTicking?.()
    stopTicking = undefined
  }

  function draw() {
    cancelEnd()
    const shown = isOnShow(round, now(), stays) ? round : null
    if (shown !== null && element.classList.contains('is-hidden')) rise(element)
    element.classList.toggle('is-hidden', shown === null)
    if (shown === null) return rest()
    cancelEnd = whenOver(shown, now(), stays, draw)
    const isOpen = shown.status === 'open'
    setText(title, shown.title)
    setText(foot, isOpen ? (shown.word ?? '') : '')
    const all = shown.options.reduce((sum, one) => sum + one.votes, 0)
    const most = Math.max(...shown.options.map((one) => one.votes))
    drawOptions(
      shown.options.map((one) => ({
        ...one,
        share: all === 0 ? 0 : one.votes / all,
        isBest: !isOpen && all > 0 && one.votes === most,
      })),
    )
    if (isOpen && shown.ends_at !== null) stopTicking ??= tick(drawTime)
    drawTime()
  }

  return {
    on: {
      round(data: SourceData<'round'>) {
        round = data.round
        draw()
      },
    },
    stop() {
      cancelEnd()
      rest()
    },
  }
}
