import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { DiscordEmbed } from '../../platforms/discord/requests.external.ts'
import { discordErrors } from './messages.ts'

const maxShownText = 500

/** `#rrggbb` or a number. Throws a `Failure` for another text. */
export function colorIn(given: string | number | undefined): number | undefined {
  if (given === undefined || typeof given === 'number') return given
  const [, hex] = /^#?([\da-f]{6})$/i.exec(given.trim()) ?? []
  if (hex !== undefined) return Number.parseInt(hex, 16)
  const message = discordErrors.color.of()
  throw new Failure('invalid_parameter', { message, details: [{ path: 'embed_color', message }] })
}

/** Undefined without a title and a description: a color alone is no embed. */
export function embedWith(embed: Pick<DiscordEmbed, 'title' | 'description' | 'color'>): DiscordEmbed | undefined {
  return embed.title === undefined && embed.description === undefined ? undefined : embed
}

/** What the activity page shows of a message. */
export function shownText(parts: {
  readonly message?: string | undefined
  readonly title?: string | undefined
  readonly description?: string | undefined
}): string {
  return [...(parts.message ?? parts.title ?? parts.description ?? '')].slice(0, maxShownText).join('')
}

/**
 * Text of viewers for a message on Discord: no mark of Markdown has an effect, and no mention is one. Discord is asked to
 * notify nobody as well; a name that is shown as a mention would still look like one.
 */
export function plainText(text: string): string {
  return text.replace(/[\\*_~`|>#[\]()<-]/g, '\\$&').replace(/@/g, '@\u200b')
}
