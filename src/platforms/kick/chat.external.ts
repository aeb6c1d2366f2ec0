import { codePointLength } from '../../kernel/schema/text.ts'
import { asObject, type JsonObject } from '../calls/json-fields.ts'
import type { ChatBadge, ChatEmote } from '../contract/chat-parts.ts'
import { platformPictureHosts } from '../contract/picture-hosts.ts'

const [imageHost] = platformPictureHosts.kick
const emoteMark = /\[emote:(\d{1,20}):([^\]\s]*)\]/g
const colorShape = /^#[0-9a-f]{6}$/i

/**
 * Kick writes emotes as `[emote:37226:KEKW]`. People read the name. The positions that Kick sends beside the text are
 * those of the marks, so they are found anew.
 */
export function plainTextIn(content: string): { text: string; emotes: readonly ChatEmote[] } {
  const emotes: ChatEmote[] = []
  let text = ''
  let length = 0
  let from = 0
  function add(part: string): void {
    text += part
    length += codePointLength(part)
  }
  for (const { 0: mark, 1: id = '', 2: name = '', index } of content.matchAll(emoteMark)) {
    add(content.slice(from, index))
    from = index + mark.length
    const begin = length
    add(name)
    const image = `https://${imageHost}/emotes/${id}/fullsize`
    emotes.push({ id, name, image, source: 'platform', begin, end: length })
  }
  add(content.slice(from))
  return { text, emotes }
}

/** Kick publishes no images of badges. */
export function badgesIn(sender: JsonObject): { badges: readonly ChatBadge[]; color?: string } {
  const { badges, username_color: color } = asObject(sender.identity ?? {})
  const worn = (Array.isArray(badges) ? badges.map(asObject) : []).flatMap(({ type, text, count }) => {
    if (typeof type !== 'string') return []
    const id = typeof count === 'number' && count > 0 ? `${type}/${count}` : type
    return [{ id, title: typeof text === 'string' ? text : type, image: null }]
  })
  const shown = typeof color === 'string' && colorShape.test(color) ? { color: color.toLowerCase() } : {}
  return { badges: worn, ...shown }
}
