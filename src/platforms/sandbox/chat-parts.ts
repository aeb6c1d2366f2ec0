import type { ChatRole } from '../../definitions/roles.ts'
import type { ChatBadge, ChatEmote } from '../contract/chat-parts.ts'
import { codePointPositions } from '../emotes/code-points.ts'
import { sandboxMessages } from './messages.ts'

/** The emotes of the sandbox, each with the color of its image. */
const emotes: ReadonlyMap<string, string> = new Map([
  ['sandboxHi', '#2f9e6e'],
  ['sandboxLove', '#d6336c'],
  ['sandboxGG', '#7048e8'],
])

const badgeTitles: Readonly<Record<ChatRole, () => string>> = {
  broadcaster: sandboxMessages.broadcasterBadge,
  moderator: sandboxMessages.moderatorBadge,
  vip: sandboxMessages.vipBadge,
  subscriber: sandboxMessages.subscriberBadge,
  follower: sandboxMessages.followerBadge,
}

/** What a platform would report beside the text. */
export function sandboxChatParts(
  text: string,
  roles: readonly ChatRole[] = [],
): { emotes: ChatEmote[]; badges: ChatBadge[] } {
  const badges = roles
    .filter((role) => role !== 'follower')
    .map((role) => ({ id: role, title: badgeTitles[role](), image: circle('#495057') }))
  return { emotes: text.includes('sandbox') ? emotesIn(text) : [], badges }
}

function emotesIn(text: string): ChatEmote[] {
  const positionOf = codePointPositions(text)
  return [...text.matchAll(/\S+/g)].flatMap(({ 0: name, index }) => {
    const color = emotes.get(name)
    if (color === undefined) return []
    const place = { begin: positionOf(index), end: positionOf(index + name.length) }
    return [{ id: name, name, image: circle(color), source: 'platform' as const, ...place }]
  })
}

/** An image without a request: the sandbox works offline. */
function circle(color: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="28" height="28"><circle cx="14" cy="14" r="12" fill="${color}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
