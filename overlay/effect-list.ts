import type { EffectType } from '../src/capabilities/effects/contract/effects.ts'
import type { EffectModule } from './effect.ts'

/** How each effect is loaded, with its first use. An effect that is defined and missing here does not compile. */
export const effectModules = {
  confetti: () => import('./effects/confetti.ts'),
  fireworks: () => import('./effects/fireworks.ts'),
  hearts: () => import('./effects/hearts.ts'),
  snow: () => import('./effects/snow.ts'),
  rain: () => import('./effects/rain.ts'),
  'emoji-rain': () => import('./effects/emoji-rain.ts'),
  shake: () => import('./effects/shake.ts'),
  flash: () => import('./effects/flash.ts'),
  spotlight: () => import('./effects/spotlight.ts'),
  image: () => import('./effects/image.ts'),
  'text-burst': () => import('./effects/text-burst.ts'),
  custom: () => import('./effects/custom.ts'),
} satisfies { readonly [T in EffectType]: () => Promise<EffectModule<T>> }
