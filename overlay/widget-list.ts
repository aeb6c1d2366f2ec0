import type { WidgetType } from '../src/capabilities/widgets/contract/widgets.ts'
import type { WidgetModule } from './widget.ts'

/** How each widget is loaded, with its first use. A widget that is defined and missing here does not compile. */
export const widgetModules = {
  label: () => import('./widgets/label.ts'),
  goal: () => import('./widgets/goal.ts'),
  counter: () => import('./widgets/counter.ts'),
  countdown: () => import('./widgets/countdown.ts'),
  clock: () => import('./widgets/clock.ts'),
  chat: () => import('./widgets/chat.ts'),
  events: () => import('./widgets/events.ts'),
  leaderboard: () => import('./widgets/leaderboard.ts'),
  viewers: () => import('./widgets/viewers.ts'),
  song: () => import('./widgets/song.ts'),
  'song-queue': () => import('./widgets/song-queue.ts'),
  poll: () => import('./widgets/poll.ts'),
  prediction: () => import('./widgets/prediction.ts'),
  giveaway: () => import('./widgets/giveaway.ts'),
  cue: () => import('./widgets/cue.ts'),
  ads: () => import('./widgets/ads.ts'),
  emotes: () => import('./widgets/emotes.ts'),
  credits: () => import('./widgets/credits.ts'),
  image: () => import('./widgets/image.ts'),
  qr: () => import('./widgets/qr.ts'),
  custom: () => import('./widgets/custom.ts'),
  text: () => import('./widgets/text.ts'),
} satisfies { readonly [T in WidgetType]: () => Promise<WidgetModule<T>> }
