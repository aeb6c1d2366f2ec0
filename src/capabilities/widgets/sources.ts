import type { SourceName } from './contract/widgets/sources.ts'
import type { AnySource, Source } from './source.ts'
import { ads } from './sources/ads.ts'
import { channel } from './sources/channel.ts'
import { chat } from './sources/chat.ts'
import { credits } from './sources/credits.ts'
import { cue } from './sources/cue.ts'
import { emotes } from './sources/emotes.ts'
import { events } from './sources/events.ts'
import { goal } from './sources/goal.ts'
import { latest } from './sources/latest.ts'
import { leaderboard } from './sources/leaderboard.ts'
import { round } from './sources/round.ts'
import { song } from './sources/song.ts'
import { value } from './sources/value.ts'
import { viewers } from './sources/viewers.ts'

const readers: { readonly [N in SourceName]: Source<N> } = {
  chat,
  events,
  latest,
  goal,
  leaderboard,
  value,
  viewers,
  song,
  round,
  cue,
  ads,
  credits,
  emotes,
  channel,
}

const byName = new Map<string, AnySource>(Object.entries(readers))

/** Undefined if there is no such source. */
export function findSource(name: string): AnySource | undefined {
  return byName.get(name)
}
