import { codePointLength } from '../../kernel/schema/text.ts'
import { asObject, type JsonObject, objectIn, objectsIn, textIn } from '../calls/json-fields.ts'
import type { ChatBadge, ChatEmote } from '../contract/chat-parts.ts'
import { isPictureAddress, platformPictureHosts } from '../contract/picture-hosts.ts'

const [imageHost] = platformPictureHosts.twitch
const emoteId = /^[\w-]{1,100}$/
const colorShape = /^#[0-9a-f]{6}$/i

/** The emotes, badges and name color of a chat message. */
export function chatPartsIn(row: JsonObject): {
  emotes: readonly ChatEmote[]
  badges: readonly ChatBadge[]
  color?: string
} {
  const { color } = row
  const shown = typeof color === 'string' && colorShape.test(color) ? { color: color.toLowerCase() } : {}
  return { emotes: emotesIn(objectIn(row, 'message')), badges: badgesIn(row), ...shown }
}

/** Twitch sends the text in fragments, without positions. */
function emotesIn({ fragments }: JsonObject): ChatEmote[] {
  const emotes: ChatEmote[] = []
  let begin = 0
  for (const fragment of Array.isArray(fragments) ? fragments.map(asObject) : []) {
    const name = textIn(fragment, 'text')
    const end = begin + codePointLength(name)
    const id = fragment.type === 'emote' ? asObject(fragment.emote).id : undefined
    if (typeof id === 'string' && emoteId.test(id)) {
      // `default` is the animated image where there is one.
      const image = `https://${imageHost}/emoticons/v2/${id}/default/dark/2.0`
      emotes.push({ id, name, image, source: 'platform', begin, end })
    }
    begin = end
  }
  return emotes
}

/** Titles and images of badges are in lists of their own. */
function badgesIn(row: JsonObject): ChatBadge[] {
  return objectsIn(row, 'badges').map((badge) => {
    const set = textIn(badge, 'set_id')
    return { id: `${set}/${textIn(badge, 'id')}`, title: set, image: null }
  })
}

/** A list of badges by `set/version`. */
export function badgeListIn(body: unknown): ChatBadge[] {
  return objectsIn(body, 'data').flatMap((set) =>
    objectsIn(set, 'versions').map((version) => {
      const { title, image_url_2x: image } = version
      return {
        id: `${textIn(set, 'set_id')}/${textIn(version, 'id')}`,
        title: typeof title === 'string' ? title : textIn(set, 'set_id'),
        image: typeof image === 'string' && isPictureAddress(image, platformPictureHosts.twitch) ? image : null,
      }
    }),
  )
}
