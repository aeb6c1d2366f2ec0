import type { EffectType } from '../src/capabilities/effects/contract/effects.ts'
import type { Cue } from '../src/capabilities/overlay/contract/cues.ts'
import { messages } from '../src/capabilities/overlay/contract/overlay-texts.ts'
import type { Text } from '../src/kernel/text/message.ts'
import { TextError } from '../src/kernel/text/text-error.ts'
import type { Report } from '../src/registry/overlay-messages.ts'
import { foreignWords, reasonOf, sentReason } from '../src/registry/page-reasons.ts'
import { makeCard } from './cards/cards.ts'
import type { EffectImplementation, EffectModule } from './effect.ts'
import { effectModules } from './effect-list.ts'
import { loadMedia } from './media.ts'
import { setPosition } from './position.ts'
import type { Settings } from './settings.ts'
import type { Sound } from './sound.ts'
import type { Timers } from './timers.ts'
import { recordOf, textOf } from './values.ts'

interface Running {
  readonly id: string
  readonly stop: (isCancelled: boolean) => void
}

const aliases: ReadonlyMap<string, EffectType> = new Map([
  ['emoji', 'emoji-rain'],
  ['screen-shake', 'shake'],
  ['text', 'text-burst'],
])
const maxRunning = 20
const leaveMs = 400
/** An effect whose module, frame or image has not arrived by then fails. */
const startMs = 20_000

/** Effects run beside the cards and beside each other. Each is a module that is loaded with its first use. */
export function createEffects(needs: {
  readonly place: HTMLElement
  readonly report: (report: Report) => void
  readonly warn: (id: string, reason: Text) => void
  readonly settings: () => Settings
  readonly sound: Sound
  readonly timers: Timers
}) {
  const { place, settings, sound, timers } = needs
  /** The oldest first. */
  const running = new Map<string, Running>()
  let accompanied = 0

  /** `isCompanion`: it accompanies a card and has no cue of its own, so nothing is reported. */
  async function run(cue: Cue, isCompanion: boolean) {
    const { id, payload } = cue
    const report = isCompanion ? () => {} : needs.report
    const warn = (reason: Text) => (isCompanion ? undefined : needs.warn(id, reason))
    const given = recordOf(payload.effect_settings)
    const element = makeCard(cue, settings())
    setPosition(element, 'effect', settings())
    if (isCompanion) element.removeAttribute('data-kind')
    let lifeMs = 0
    let isOver = false
    let wasShown = false
    let stopEffect: () => void = () => {}
    let stopSound: () => void = () => {}
    let cancelEnd = timers.after(startMs, () => fail(messages.effectTooLate.of()))

    function finish(last: Report | undefined, isEarly = false) {
      if (isOver) return
      isOver = true
      running.delete(id)
      cancelEnd()
      stopEffect()
      // An effect that ends in time lets its sound finish.
      if (isEarly) stopSound()
      if (last !== undefined) report(last)
      element.classList.add('leaving')
      timers.after(leaveMs, () => element.remove())
    }
    const end = () => finish({ type: 'finished', id })
    /** The duration counts from when the effect is visible, however long it took to load. */
    function shown() {
      if (wasShown || isOver) return
      wasShown = true
      cancelEnd()
      cancelEnd = timers.after(lifeMs, end)
      report({ type: 'shown', id })
    }
    /** An effect that was visible has been shown, whatever happened to it later. */
    function fail(reason: Text) {
      if (isOver) return
      if (wasShown) warn(reason)
      finish(wasShown ? { type: 'finished', id } : { type: 'failed', id, reason: sentReason(reason) }, true)
    }
    async function playSound() {
      const { sound: loaded } = await loadMedia({ sound: given.sound }, { sound, timers, warn })
      if (loaded === undefined || isOver) return
      const volume = loaded.volume * settings().volumes.effect
      const playing = await sound.play(loaded.sample, { bus: 'alerts', volume })
      stopSound = playing.stop
      if (isOver) playing.stop()
    }

    if (running.size >= maxRunning) running.values().next().value?.stop(false)
    running.set(id, {
      id,
      stop: (isCancelled) => finish(isCancelled ? undefined : { type: 'finished', id }, true),
    })
    place.append(element)
    try {
      const effect = await loadEffect(payload.effect_type)
      if (isOver) return
      lifeMs = effect.durationMs(given)
      void playSound()
      const stop = await effect.start({
        ...{ element, payload, given, data: recordOf(payload.data), theme: settings().look, lifeMs },
        ...{ isSilent: sound.isSilent, timers, shown, end, fail },
      })
      if (isOver) stop()
      else stopEffect = stop
      if (!effect.definition.endsItself) shown()
    } catch (error) {
      fail(reasonOf(error))
    }
  }

  return {
    run(cue: Cue) {
      void run(cue, false)
    },

    accompany(type: string) {
      const payload = { effect_type: type, effect_settings: {}, data: {} }
      void run({ kind: 'effect', id: `companion_${++accompanied}`, seq: 0, payload, expiresAt: 0 }, true)
    },

    stop(id: string, isCancelled: boolean) {
      running.get(id)?.stop(isCancelled)
    },

    stopAll() {
      for (const one of [...running.values()]) one.stop(false)
    },
  }
}

export type Effects = ReturnType<typeof createEffects>

async function loadEffect(name: unknown): Promise<EffectImplementation> {
  const type = typeOf(name)
  if (type === undefined) throw new TextError(messages.noSuchEffect.of({ type: foreignWords(textOf(name)) }))
  // A browser remembers that a module failed to load, so further attempts need another address.
  const attempts = [
    effectModules[type],
    (): Promise<EffectModule> => import(`./effects/${type}.js?retry=1`),
    (): Promise<EffectModule> => import(`./effects/${type}.js?retry=2`),
  ]
  for (const load of attempts) {
    try {
      return (await load()).effect
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  throw new TextError(messages.effectNotLoaded.of())
}

function typeOf(name: unknown): EffectType | undefined {
  const word = textOf(name)
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  const type = aliases.get(word) ?? word
  return isEffectType(type) ? type : undefined
}

function isEffectType(type: string): type is EffectType {
  return Object.hasOwn(effectModules, type)
}
