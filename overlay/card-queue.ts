import { donationStyles } from '../src/capabilities/donations/contract/donation-variants.ts'
import type { Cue } from '../src/capabilities/overlay/contract/cues.ts'
import { messages } from '../src/capabilities/overlay/contract/overlay-texts.ts'
import { type VoiceEffectName, voiceEffects } from '../src/capabilities/voice/contract/voice-effects.ts'
import { variantFor } from '../src/definitions/currencies.ts'
import type { Report } from '../src/registry/overlay-messages.ts'
import { amountOf, durationOf, makeCard, scrollMessage, shapeCard } from './cards.ts'
import type { Effects } from './effects.ts'
import type { Ready } from './media.ts'
import { loadMedia, playVideo } from './media.ts'
import type { Memory } from './memory.ts'
import type { Playing } from './playback.ts'
import { setPosition } from './position.ts'
import type { Settings } from './settings.ts'
import type { Sound } from './sound.ts'
import type { Timers } from './timers.ts'
import { oneOf, textOf } from './values.ts'
import { createWordHighlight } from './word-highlight.ts'
export type Waiting = { cue: Cue; ready?: Promise<Ready> }
export type Run = { cue: Cue; stop: AbortController; isCancelled: boolean; letGo: () => void }

/** The exit animation of a card, which is also the pause before the next one; longer where the card has one of its own. */
const leaveMs = 200
const ownLeaveMs = 340
/** A card stays this long after its speech has ended. */
const lingerMs = 700
/** No card blocks the queue for longer. */
const deadlineMs = 180_000
const maxQueued = 1000

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
  warn: (id: string, reason: string) => void
  settings: () => Settings
  voice: () => VoiceEffectName | undefined
  sound: Sound
  effects: Effects
  timers: Timers
  memory: Pick<Memory, 'putWaiting' | 'dropWaiting'>
}) {
  let queue: Waiting[] = []
  let current: Run | undefined
  let isPaused = false

  /** The first item with the highest priority. */
  function peek() {
    const priority = ({ cue }: Waiting) => (cue.kind === 'effect' ? 0 : settings().priorities[cue.kind])
    return queue.reduce(
      (best, one) => (best === undefined || priority(one) > priority(best) ? one : best),
      undefined as Waiting | undefined,
    )
  }

  function next() {
    const waiting = current !== undefined || isPaused ? undefined : peek()
    if (waiting === undefined) return
    queue = queue.filter((one) => one !== waiting)
    current = { cue: waiting.cue, stop: new AbortController(), isCancelled: false, letGo() {} }
    void perform(current, waiting)
  }

  function prepare(waiting: Waiting) {
    const { id, payload } = waiting.cue
    const chosen = variantOf(waiting.cue)?.sound
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
        const upcoming = peek()
        if (upcoming !== undefined) void prepare(upcoming)
        await hold(cue, card, ready, stop.signal)
      }
      if (!run.isCancelled) report({ type: 'finished', id: cue.id })
    } catch (error) {
      const reason = messages.notShown({ error: String(error).slice(0, 120) })
      // A card that was visible has been shown, whatever happened to it later.
      if (card === undefined) report({ type: 'failed', id: cue.id, reason })
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
    const variant = variantOf(cue)
    setPosition(card, cue.kind, settings())
    shapeCard(card, cue, variant?.style ?? 'plain')
    if (picture !== undefined) {
      picture.className = 'picture'
      card.classList.add('pictured')
      card.prepend(picture)
    }
    if (picture instanceof HTMLVideoElement) run.letGo = playVideo(picture, filmVolume * volumeOf(cue), sound)
    place.append(card)
    memory.dropWaiting(cue.id)
    report({ type: 'shown', id: cue.id })
    const effect = variant === undefined ? textOf(cue.payload.effect) : variant.effect
    if (effect) effects.accompany(effect)
    return card
  }

  /** Resolves when the card has been read and its sounds have ended. */
  async function hold(cue: Cue, card: HTMLElement, ready: Ready, signal: AbortSignal) {
    const volume = volumeOf(cue)
    const began = performance.now()
    // Speech has its own duration; text alone needs the time to read it.
    const isTimed = ready.speech === undefined || cue.payload.durationMs !== undefined
    const leastMs = isTimed ? durationOf(cue, settings()) : 1_500
    let gone = () => (performance.now() - began) / leastMs
    const message = card.querySelector('.message')
    const highlight =
      ready.speech !== undefined && message instanceof HTMLElement ? createWordHighlight(message) : undefined
    let isSpeaking = false
    const follow = () => {
      if (isSpeaking) highlight?.to(gone())
      if (isSpeaking || highlight === undefined) scrollMessage(card, gone())
    }
    const isLong = () => message !== null && message.scrollHeight > message.clientHeight + 1
    let drawing: ReturnType<typeof setInterval> | undefined
    // Later, because measuring the text lays out the page, and the sound comes first.
    const measuring = setTimeout(() => {
      const figure = card.querySelector('.figure')
      // Its code comes after the card, as the number does.
      if (figure instanceof HTMLElement && isMoving(card)) {
        void import('./count-up.ts').then(({ countUp }) => countUp(figure, timers, signal))
      }
      if (highlight !== undefined || isLong()) drawing = setInterval(follow, 50)
    })

    async function started(starting: Promise<Playing>) {
      const playing = await starting
      signal.addEventListener('abort', playing.stop, { once: true })
      if (signal.aborted) playing.stop()
      return playing
    }

    async function sounds() {
      if (ready.sound !== undefined) {
        const { sample, volume: own } = ready.sound
        await (await started(sound.play(sample, { bus: 'alerts', volume: volume * own }))).ended
      }
      if (ready.speech === undefined || signal.aborted) return
      const { sample, durationMs } = ready.speech
      const how = oneOf(cue.payload.voice_effect, voiceEffects, voice())
      const spoken = await started(sound.play(sample, { bus: 'speech', volume, durationMs, voice: how }))
      gone = spoken.gone
      isSpeaking = true
      await spoken.ended
      highlight?.to(1)
      if (cue.payload.durationMs === undefined) await timers.wait(lingerMs, signal)
    }

    await Promise.all([timers.wait(leastMs, signal), sounds()])
    clearTimeout(measuring)
    clearInterval(drawing)
  }

  /** In the panel a person may have asked for less motion. OBS draws everything. */
  function isMoving({ dataset }: HTMLElement) {
    if (dataset.enter === undefined || dataset.enter === 'none') return false
    return !(document.body.classList.contains('preview') && matchMedia('(prefers-reduced-motion: reduce)').matches)
  }

  function volumeOf({ kind }: Cue) {
    return settings().volumes[kind]
  }

  /** The style in the cue takes precedence over the settings. */
  function variantOf({ kind, payload }: Cue) {
    if (kind !== 'donation') return undefined
    const style = oneOf(payload.style, donationStyles)
    if (style === undefined) return variantFor(settings().donationVariants, amountOf(payload))
    return { style, effect: textOf(payload.effect) || undefined, sound: undefined }
  }

  function leave(card: HTMLElement, ms: number) {
    card.classList.add('leaving')
    if (ms === 0) card.remove()
    else timers.after(ms, () => card.remove())
  }

  function drop(isMeant: (cue: Cue) => boolean, reason: string | undefined) {
    for (const { cue } of queue.filter(({ cue }) => isMeant(cue))) {
      memory.dropWaiting(cue.id)
      if (reason !== undefined) report({ type: 'failed', id: cue.id, reason })
    }
    queue = queue.filter(({ cue }) => !isMeant(cue))
  }

  return {
    show(cue: Cue) {
      if (cue.kind === 'effect') {
        effects.run(cue)
      } else if (queue.length >= maxQueued) {
        report({ type: 'failed', id: cue.id, reason: messages.queueFull() })
      } else {
        memory.putWaiting(cue)
        queue.push({ cue })
        next()
      }
    },

    /** The server withdrew the cue: nothing more is reported about it. */
    cancel(id: string) {
      memory.dropWaiting(id)
      drop((cue) => cue.id === id, undefined)
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
      if (id !== undefined) drop((cue) => cue.id === id, 'skipped')
      if (id !== undefined) effects.stop(id, false)
      if (id === undefined || current?.cue.id === id) current?.stop.abort()
    },

    clear() {
      drop(() => true, 'cleared')
      effects.stopAll()
      current?.stop.abort()
    },
  }
}
