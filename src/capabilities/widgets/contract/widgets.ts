import type { WidgetDefinition } from './define-widget.ts'
import { ads } from './widgets/ads.ts'
import { chat } from './widgets/chat.ts'
import { clock } from './widgets/clock.ts'
import { countdown } from './widgets/countdown.ts'
import { counter } from './widgets/counter.ts'
import { credits } from './widgets/credits.ts'
import { cue } from './widgets/cue.ts'
import { custom } from './widgets/custom.ts'
import { emotes } from './widgets/emotes.ts'
import { events } from './widgets/events.ts'
import { goal } from './widgets/goal.ts'
import { image } from './widgets/image.ts'
import { label } from './widgets/label.ts'
import { leaderboard } from './widgets/leaderboard.ts'
import { qr } from './widgets/qr.ts'
import { giveaway, poll, prediction } from './widgets/rounds.ts'
import { song } from './widgets/song.ts'
import { songQueue } from './widgets/song-queue.ts'
import { text } from './widgets/text.ts'
import { viewers } from './widgets/viewers.ts'

/** Every widget, in the order of the gallery. The overlay's implementations are checked against this list. */
export const widgetDefinitions = [
  chat,
  events,
  label,
  leaderboard,
  viewers,
  emotes,
  goal,
  counter,
  countdown,
  clock,
  song,
  songQueue,
  poll,
  prediction,
  giveaway,
  cue,
  ads,
  credits,
  text,
  image,
  qr,
  custom,
] as const

export type WidgetType = (typeof widgetDefinitions)[number]['type']
export const widgetTypes: readonly WidgetType[] = widgetDefinitions.map(({ type }) => type)

export function findWidgetDefinition(type: string): WidgetDefinition | undefined {
  return widgetDefinitions.find((definition) => definition.type === type) as WidgetDefinition | undefined
}
