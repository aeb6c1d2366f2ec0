import type { Cue, Report } from '../src/contract/overlay-messages.ts'
import { makeCard } from './cards.ts'
import { loadMedia } from './media.ts'
import type { Settings } from './settings.ts'
import type { Sound } from './sound.ts'
import type { Timers } from './timers.ts'
import { numberOf, recordOf, textOf } from './values.ts'

/** What an effect is given to work with. It returns how to end it; `end` and `fail` end it from inside. */
export type EffectStage = {
  element: HTMLElement
  payload: Readonly<Record<string, unknown>>
  settings: Record<string, unknown>
  data: Record<string, unknown>
  look: Settings['look']
  lifeMs: number
  isTimed: boolean
  isSilent: boolean
  timers: Timers
  shown: () => void
  end: () => void
  fail: (reason: string) => void
}
export type EffectModule = { start: (stage: EffectStage) => (() => void) | Promise<() => void> }
export type Running = { id: string; stop: (isCancelled: boolean) => void }

/** How long each lasts in seconds, unless its settings say otherwise. */
const usualSeconds = new Map(
  Object.entries({
    ...{ confetti: 6, fireworks: 8, hearts: 6, snow: 15, rain: 15, 'emoji-rain': 8, shake: 1, flash: 1.5 },
    ...{ spotlight: 6, image: 5, 'text-burst': 4, custom: 5 },
  }),
)
const otherNames = new Map([
  ['emoji', 'emoji-rain'],
  ['screen-shake', 'shake'],
  ['text', 'text-burst'],
])
const maxRunning = 20
const leaveMs = 400
/** What has not begun by then, since its module, frame or picture did not come, never will. */
const beginMs = 20_000

/** Effects run beside the cards and beside each other. Each is a module that is loaded with its first use. */
export function createEffects({
  place,
  report,
  trouble,
  settings,
  sound,
  timers,
}: {
  place: HTMLElement
  report: (report: Report) => void
  trouble: (id: string, reason: string) => void
  settings: () => Settings
  sound: Sound
  timers: Timers
}) {
  /** The oldest first. */
  const running: Map<string, Running> = new Map()
  let accompanied = 0

  /** isAlong: it goes with a card and is nobody's cue, so nothing is said of it */
  async function run(cue: Cue, isAlong: boolean) {
    const { id, payload } = cue
    const tell = isAlong ? () => {} : report
    const complain = (reason: string) => (isAlong ? undefined : trouble(id, reason))
    const type = typeOf(payload.effect_type)
    const own = recordOf(payload.effect_settings)
    const lifeMs = numberOf(own.seconds, 0.5, 60, usualSeconds.get(type) ?? 4) * 1000
    const element = makeCard(cue, settings())
    element.dataset.position = settings().positions.effect
    if (isAlong) element.removeAttribute('data-kind')
    let isOver = false
    let wasShown = false
    let stopEffect: () => void = () => {}
    let stopSound: () => void = () => {}
    let cancelEnd = timers.after(beginMs, () => fail('the effect did not begin in time'))

    function finish(last: Report | undefined, isEarly: boolean = false) {
      if (isOver) return
      isOver = true
      running.delete(id)
      cancelEnd()
      stopEffect()
      // What ends in its time lets its sound ring out.
      if (isEarly) stopSound()
      if (last !== undefined) tell(last)
      element.classList.add('leaving')
      timers.after(leaveMs, () => element.remove())
    }
    const end = () => finish({ type: 'finished', id })
    /** Its time begins when it is seen, however long it took to come. */
    function shown() {
      if (wasShown || isOver) return
      wasShown = true
      cancelEnd()
      cancelEnd = timers.after(lifeMs, end)
      tell({ type: 'shown', id })
    }
    /** What was seen has been shown, whatever became of it then. */
    function fail(reason: string) {
      if (isOver) return
      if (wasShown) complain(reason)
      finish(wasShown ? { type: 'finished', id } : { type: 'failed', id, reason }, true)
    }
    async function playSound() {
      const { sound: loaded } = await loadMedia({ sound: own.sound }, { sound, timers, trouble: complain })
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
      if (!usualSeconds.has(type)) throw new Error(`there is no effect of type ${textOf(payload.effect_type)}`)
      const effect = await loadEffect(type)
      if (isOver) return
      void playSound()
      const stop = await effect.start({
        element,
        payload,
        settings: own,
        data: recordOf(payload.data),
        look: settings().look,
        lifeMs,
        isTimed: own.seconds !== undefined,
        isSilent: sound.isSilent,
        timers,
        shown,
        end,
        fail,
      })
      if (isOver) stop()
      else stopEffect = stop
      if (type !== 'custom') shown()
    } catch (error) {
      fail((error instanceof Error ? error.message : String(error)).slice(0, 150))
    }
  }

  return {
    run(cue: Cue) {
      void run(cue, false)
    },

    accompany(type: string) {
      const payload = { effect_type: type, effect_settings: {}, data: {} }
      void run({ kind: 'effect', id: `along_${++accompanied}`, seq: 0, payload, expiresAt: 0 }, true)
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

function typeOf(name: unknown) {
  const word = textOf(name)
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, '-')
  return otherNames.get(word) ?? word
}

/**
 * A module that did not come, since the line was cut just then, is asked for again under another address: a browser
 * remembers that the first failed.
 */
async function loadEffect(type: string): Promise<EffectModule> {
  for (const attempt of ['', '?again', '?and-again']) {
    try {
      return await import(`./effects/${type}.js${attempt}`)
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
  throw new Error('the effect could not be loaded')
}
