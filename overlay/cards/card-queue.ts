import { donationStyles } from '../../src/capabilities/donations/contract/donation-variants.ts'
import type { Cue } from '../../src/capabilities/overlay/contract/cues.ts'
import { messages } from '../../src/capabilities/overlay/contract/overlay-texts.ts'
import type { VoiceEffectName } from '../../src/capabilities/voice/contract/voice-effects.ts'
import { variantFor } from '../../src/definitions/currencies.ts'
import type { Text } from '../../src/kernel/text/message.ts'
import type { Report } from '../../src/registry/overlay-messages.ts'
import { foreignWords, sentReason } from '../../src/registry/page-reasons.ts'
import type { Effects } from '../effects.ts'
import type { Ready } from '../media.ts'
import { loadMedia, playVideo } from '../media.ts'
import type { Memory } from '../memory.ts'
import { setPosition } from '../position.ts'
import type { Settings } from '../settings.ts'
import type { Sound } from '../sound.ts'
import type { Timers } from '../timers.ts'
import { oneOf, textOf } from '../values.ts'
import { createCardHold } from './card-hold.ts'
import { amountOf, durationOf, makeCard, shapeCard } from './cards.ts'
import { createWaitingCards, type Waiting } from './waiting-cards.ts'

type Run = { cue: Cue; stop: AbortController; isCancelled: boolean; letGo: () => void }

/** The exit animation of a card, which is also the pause before the next one; longer where the card has one of its own. */
const leaveMs = 200
const ownLeaveMs = 340
/** No card blocks the queue for longer. */
const deadlineMs = 180_000

/**
 * The queue of cards: one at a time, each with its sounds. A page that is not visible draws nothing and gets no
 * animation events, so everything here is timed by timers, and every wait is bounded.
 */
export function createCardQueue({
  place,
  report,
  warn,
  settings,
  voice,
  sound,
  effects,
  timers,
  memory,
}: {
  place: HTMLElement
  report: (report: Report) => void
  warn: (id: string, reason: Text) => void
  settings: () => Settings
  voice: () => VoiceEffectName | undefined
  sound: Sound
  effects: Effects
  timers: Timers
  memory: Pick<Memory, 'putWaiting' | 'dropWaiting'>
}) {
  const queue = createWaitingCards({ report, settings, memory })
  const hold = createCardHold({ settings, voice, sound, timers })
  let current: Run | undefined
  let isPaused = false

  function next() {
    const waiting = current !== undefined || isPaused ? undefined : queue.take()
    if (waiting === undefined) return
    current = { cue: waiting.cue, stop: new AbortController(), isCancelled: false, letGo() {} }
    void perform(current, waiting)
  }

  function prepare(waiting: Waiting) {
    const { id, payload } = waiting.cue
    const chosen = variantOf(waiting.cue, settings())?.sound
    const wanted = chosen === undefined ? payload : { ...payload, sound: chosen }
    waiting.ready ??= loadMedia(wanted, { sound, timers, warn: (reason) => warn(id, reason) })
    return waiting.ready
  }

  async function perform(run: Run, waiting: Waiting) {
    const { cue, stop } = run
    const cancelDeadline = timers.after(deadlineMs, () => stop.abort())
    let card: HTMLElement | undefined
    try {
      const ready = await prepare(waiting)
      if (!stop.signal.aborted) {
        card = enter(run, ready)
        const upcoming = queue.first()
        if (upcoming !== undefined) void prepare(upcoming)
        await hold(cue, card, ready, stop.signal)
      }
      if (!run.isCancelled) report({ type: 'finished', id: cue.id })
    } catch (error) {
      const reason = messages.notShown.of({ error: foreignWords(String(error)) })
      // A card that was visible has been shown, whatever happened to it later.
      if (card === undefined) report({ type: 'failed', id: cue.id, reason: sentReason(reason) })
      else warn(cue.id, reason)
      if (card !== undefined) report({ type: 'finished', id: cue.id })
    }
    cancelDeadline()
    memory.dropWaiting(cue.id)
    const isQuick = durationOf(cue, settings()) <= 1_000 || card?.dataset.leave === 'none'
    run.letGo()
    if (card !== undefined) {
      const ms = isQuick ? 0 : card.dataset.leave === undefined ? leaveMs : ownLeaveMs
      leave(card, ms)
      if (ms > 0) await timers.wait(ms)
    }
    current = undefined
    next()
  }

  function enter(run: Run, { picture, filmVolume }: Ready) {
    const { cue } = run
    const card = makeCard(cue, settings())
    const variant = variantOf(cue, settings())
    setPosition(card, cue.kind, settings())
    shapeCard(card, cue, variant?.style ?? 'plain')
    if (picture !== undefined) {
      picture.className = 'picture'
      card.classList.add('pictured')
      card.prepend(picture)
    }
    if (picture instanceof HTMLVideoElement)
      run.letGo = playVideo(picture, filmVolume * settings().volumes[cue.kind], sound)
    place.append(card)
    memory.dropWaiting(cue.id)
    report({ type: 'shown', id: cue.id })
    const effect = variant === undefined ? textOf(cue.payload.effect) : variant.effect
    if (effect) effects.accompany(effect)
    return card
  }

  function leave(card: HTMLElement, ms: number) {
    card.classList.add('leaving')
    if (ms === 0) card.remove()
    else timers.after(ms, () => card.remove())
  }

  return {
    show(cue: Cue) {
      if (cue.kind === 'effect') {
        effects.run(cue)
      } else if (queue.isFull()) {
        report({ type: 'failed', id: cue.id, reason: sentReason(messages.queueFull.of()) })
      } else {
        queue.add(cue)
        next()
      }
    },

    /** The server withdrew the cue: nothing more is reported about it. */
    cancel(id: string) {
      memory.dropWaiting(id)
      queue.drop((cue) => cue.id === id, undefined)
      effects.stop(id, true)
      if (current?.cue.id !== id) return
      current.isCancelled = true
      current.stop.abort()
    },

    /** To a server that the page has reached again: what is still on screen. */
    reportShown() {
      if (place.firstChild && current) report({ type: 'shown', id: current.cue.id })
    },

    pause(wanted: boolean) {
      isPaused = wanted
      next()
    },

    /** The card on screen, or the item with this id, queued or on screen. */
    skip(id: string | undefined) {
      if (id !== undefined) queue.drop((cue) => cue.id === id, 'skipped')
      if (id !== undefined) effects.stop(id, false)
      if (id === undefined || current?.cue.id === id) current?.stop.abort()
    },

    clear() {
      queue.drop(() => true, 'cleared')
      effects.stopAll()
      current?.stop.abort()
    },
  }
}

/** The style in the cue takes precedence over the settings. */
function variantOf({ kind, payload }: Cue, settings: Settings) {
  if (kind !== 'donation') return undefined
  const style = oneOf(payload.style, donationStyles)
  if (style === undefined) return variantFor(settings.donationVariants, amountOf(payload))
  return { style, effect: textOf(payload.effect) || undefined, sound: undefined }
}
