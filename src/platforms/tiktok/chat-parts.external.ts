import type { JsonObject } from '../calls/json-fields.ts'
import type { ChatBadge, ChatEmote } from '../contract/chat-parts.ts'
import { isPictureAddress, platformPictureHosts } from '../contract/picture-hosts.ts'
import { codePointPositions } from '../emotes/code-points.ts'
import { recordOf, recordsOf } from './loose-json.ts'

const maxParts = 50
const maxAddressLength = 500

/** The emotes and badges of a chat message, in the field names of the older and the newer versions of the message. */
export function chatPartsIn(data: JsonObject, text: string): { emotes: ChatEmote[]; badges: ChatBadge[] } {
  return { emotes: emotesIn(data, text), badges: badgesIn(data) }
}

/** TikTok gives the place of an emote in UTF-16 units. The character there stands for the emote. */
function emotesIn(data: JsonObject, text: string): ChatEmote[] {
  const positionOf = codePointPositions(text)
  return recordsOf(data.emotes ?? data.emotesList, maxParts).flatMap((row) => {
    const emote = recordOf(row.emote) ?? row
    const at = Number(row.placeInComment ?? row.index ?? Number.NaN)
    const id = emote.emoteId ?? emote.id
    if ((typeof id !== 'string' && typeof id !== 'number') || !Number.isInteger(at) || at < 0) return []
    const begin = positionOf(at)
    const end = Math.max(begin, positionOf(Math.min(at + 1, text.length)))
    const name = [...text].slice(begin, end).join('')
    const image = addressIn(emote.image) ?? addressIn(row.emoteImageUrl) ?? null
    return [{ id: String(id), name, image, source: 'platform' as const, begin, end }]
  })
}

function badgesIn(data: JsonObject): ChatBadge[] {
  const user = recordOf(data.user) ?? {}
  return recordsOf(user.badges ?? user.badgeList, maxParts).flatMap((badge) => {
    const combined = recordOf(badge.combine) ?? {}
    const picture = recordOf(badge.image)
    const image = addressIn(picture?.image) ?? addressIn(picture) ?? addressIn(combined.icon) ?? null
    const shown = combined.str ?? recordOf(badge.text)?.defaultPattern ?? recordOf(badge.str)?.str
    const title = typeof shown === 'string' ? shown : ''
    const kind = badge.badgeSceneType ?? badge.badgeScene ?? badge.displayType
    const id = typeof kind === 'string' || typeof kind === 'number' ? String(kind) : title
    return image === null && title === '' ? [] : [{ id, title: title === '' ? id : title, image }]
  })
}

/** The first address of an image; only on hosts of TikTok, because overlay pages load no others. */
export function addressIn(image: unknown): string | undefined {
  const record = recordOf(image)
  const listed =
    record === undefined
      ? [image]
      : [record.imageUrl, ...firstOf(record.urlList), ...firstOf(record.mUrls), ...firstOf(record.url)]
  return listed.find((one): one is string => typeof one === 'string' && isAddress(one))
}

function firstOf(list: unknown): unknown[] {
  return Array.isArray(list) ? list.slice(0, 1) : [list]
}

function isAddress(text: string): boolean {
  return text.length <= maxAddressLength && isPictureAddress(text, platformPictureHosts.tiktok)
}
