import { boolean, integer, nullable, object, oneOf, optional, type Static, text } from '../../kernel/schema/schema.ts'

/** Where an emote comes from: the platform itself, or a service whose emotes browser extensions show. */
export const emoteServices = ['7tv', 'bttv', 'ffz'] as const
export type EmoteService = (typeof emoteServices)[number]

export const emoteServiceTitles: Readonly<Record<EmoteService, string>> = {
  '7tv': '7TV',
  bttv: 'BetterTTV',
  ffz: 'FrankerFaceZ',
}

/**
 * One occurrence of an emote in a message. Positions count Unicode code points, as every length of the API does:
 * `[...message].slice(begin, end)` is the part of the text that the image replaces.
 */
export const chatEmote = object({
  id: text({ description: 'The id at its source.' }),
  name: text({ description: 'The word in the message.' }),
  image: nullable(text({ description: 'The address of the image; null if the platform does not publish one.' })),
  source: oneOf(['platform', ...emoteServices]),
  begin: integer({ description: 'The first code point of the message that belongs to it.' }),
  end: integer({ description: 'The code point after it.' }),
  is_overlay: optional(boolean({ description: 'Whether it is drawn over the emote before it (zero-width).' })),
})
export type ChatEmote = Static<typeof chatEmote>

export const chatBadge = object({
  id: text({ description: 'The id on the platform, for example subscriber/12.' }),
  title: text(),
  image: nullable(text({ description: 'The address of the image; null if the platform does not publish one.' })),
})
export type ChatBadge = Static<typeof chatBadge>
