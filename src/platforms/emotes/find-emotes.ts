import type { ChatEmote, EmoteService } from '../contract/chat-parts.ts'
import { codePointPositions } from './code-points.ts'

export interface KnownEmote {
  readonly id: string
  readonly name: string
  readonly image: string
  readonly source: EmoteService
  /** Drawn over the emote before it. */
  readonly is_overlay?: true
}

/** A message has at most 500 characters; more emotes than this in one is a flood. */
const maxEmotes = 100

/**
 * Adds the emotes of other services to those of the platform. They are whole words: `catJam` is an emote, `catJams` is
 * not. A word that is an emote of the platform stays one.
 */
export function withThirdPartyEmotes(
  text: string,
  own: readonly ChatEmote[],
  known: ReadonlyMap<string, KnownEmote>,
): ChatEmote[] {
  if (known.size === 0) return own.slice(0, maxEmotes)
  const positionOf = codePointPositions(text)
  const found: ChatEmote[] = [...own]
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    const emote = known.get(word)
    if (emote === undefined) continue
    const [begin, end] = [positionOf(index), positionOf(index + word.length)]
    if (own.some((one) => one.begin < end && begin < one.end)) continue
    found.push({ ...emote, begin, end })
    if (found.length >= maxEmotes) break
  }
  return found.sort((one, other) => one.begin - other.begin).slice(0, maxEmotes)
}
