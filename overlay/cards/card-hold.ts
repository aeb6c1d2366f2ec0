import type { Cue } from '../../src/capabilities/overlay/contract/cues.ts'
import { type VoiceEffectName, voiceEffects } from '../../src/capabilities/voice/contract/voice-effects.ts'
import type { Ready } from '../media.ts'
import type { Playing } from '../playback.ts'
import type { Settings } from '../settings.ts'
import type { Sound } from '../sound.ts'
import type { Timers } from '../timers.ts'
import { oneOf } from '../values.ts'
import { durationOf, scrollMessage } from './cards.ts'
import { createWordHighlight } from './word-highlight.ts'

/** A card stays this long after its speech has ended. */
const lingerMs = 700

/** The time that a card is on screen: its sound, then its speech, with its text following them. */
export function createCardHold({
  settings,
  voice,
  sound,
  timers,
}: {
  settings: () => Settings
  voice: () => VoiceEffectName | undefined
  sound: Sound
  timers: Timers
}) {
  /** Resolves when the card has been read and its sounds have ended. */
  return async function hold(cue: Cue, card: HTMLElement, ready: Ready, signal: AbortSignal) {
    const volume = settings().volumes[cue.kind]
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
}

/** In the panel a person may have asked for less motion. OBS draws everything. */
function isMoving({ dataset }: HTMLElement) {
  if (dataset.enter === undefined || dataset.enter === 'none') return false
  return !(document.body.classList.contains('preview') && matchMedia('(prefers-reduced-motion: reduce)').matches)
}
