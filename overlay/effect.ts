import { type EffectDefinition, settingsOf } from '../src/capabilities/effects/contract/define-effect.ts'
import type { EffectType } from '../src/capabilities/effects/contract/effects.ts'
import { readFields } from '../src/definitions/read-fields.ts'
import type { Fields, FieldValues } from '../src/definitions/setting-fields.ts'
import type { Text } from '../src/kernel/text/message.ts'
import type { Settings } from './settings.ts'
import type { Timers } from './timers.ts'

/** What an effect gets from the page while it runs. `end` and `fail` end it from inside. */
export interface EffectContext {
  readonly element: HTMLElement
  readonly payload: Readonly<Record<string, unknown>>
  /** The settings as they came from the server, with the addresses of files. */
  readonly given: Readonly<Record<string, unknown>>
  readonly data: Readonly<Record<string, unknown>>
  readonly theme: Settings['look']
  readonly lifeMs: number
  readonly isSilent: boolean
  readonly timers: Timers
  readonly shown: () => void
  readonly end: () => void
  readonly fail: (reason: Text) => void
}

type Stop = () => void

export interface EffectImplementation<T extends string = string> {
  readonly definition: EffectDefinition<T>
  /** How long it runs, from its settings or by default. */
  readonly durationMs: (given: unknown) => number
  /** Returns how to stop it. */
  readonly start: (context: EffectContext) => Stop | Promise<Stop>
}

/** A module of `overlay/effects`. */
export interface EffectModule<T extends EffectType = EffectType> {
  readonly effect: EffectImplementation<T>
}

/** An effect as its definition describes it: `start` receives settings within their bounds, with defaults filled in. */
export function implementEffect<T extends string, F extends Fields>(
  definition: EffectDefinition<T, F>,
  start: (context: EffectContext & { readonly settings: FieldValues<F> }) => Stop | Promise<Stop>,
): EffectImplementation<T> {
  return {
    definition,
    durationMs(given) {
      const { seconds } = readFields({ seconds: settingsOf(definition).seconds } as Fields, given)
      return Number(seconds) * 1000
    },
    start: (context) => start({ ...context, settings: readFields(definition.settings, context.given) }),
  }
}
