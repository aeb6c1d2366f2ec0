import type { Platform } from '../../../platforms/contract/platforms.ts'
import type { LiveEvent } from '../../../registry/live-events.ts'
import type { ChatLine, SourceData, SourcePatch } from '../contract/widgets/sources.ts'
import { plainText, shownName, shownPoints } from '../names.ts'
import { defineSourceReader, type PatchRules } from '../source.ts'

/** More lines than a chat box shows. */
const maxLines = 50
const maxAtOnce = 20
const maxEmotes = 30
const maxBadges = 10
/** Deletions that are remembered, because a deletion can arrive before its message. */
const maxGone = 200
const everyMs = 100

type Patch = SourcePatch<'chat'>
type ChatMessage = Extract<LiveEvent, { kind: 'chat.message' }>

/** The newest lines of all platforms. Chat is not stored, so it begins with the first page that shows it. */
export const chat = defineSourceReader('chat', {
  isUnstored: true,

  async read() {
    return { lines: [] }
  },

  onLive(event) {
    const { platform } = event
    switch (event.kind) {
      case 'chat.message': {
        const line = lineOf(event)
        return line === undefined ? 'nothing' : { patch: { add: [line] } }
      }
      case 'chat.message-deleted':
        return { patch: { delete: [idOf(platform, event.data.message_id)] } }
      case 'chat.cleared':
        return { patch: { clear_users: [idOf(platform, event.data.user_id ?? everybody)] } }
      default:
        return 'nothing'
    }
  },

  /** The log has these too, for a node that missed the message of the bus. */
  onEvent(event) {
    if (event.kind === 'ban' || event.kind === 'timeout') {
      return { patch: { clear_users: [idOf(event.platform, event.data.user_id)] } }
    }
    return event.kind === 'moderation.clear' ? { patch: { clear_users: [idOf(event.platform, everybody)] } } : 'nothing'
  },

  onErased: ({ platform, userId }) => ({ patch: { clear_users: [idOf(platform, userId)] } }),

  patches: createChatRules,
})

/** In place of a user: the whole chat of a platform. Pages get the ids of its lines instead. */
const everybody = '*'

function idOf(platform: Platform | null, id: string): string {
  return `${platform}:${id}`
}

function lineOf({ platform, at, data }: ChatMessage): ChatLine | undefined {
  const name = shownName(data)
  if (name === undefined) return undefined
  const { message_id, user_id, color, badges } = data
  return {
    id: idOf(platform, message_id),
    platform,
    user: {
      id: idOf(platform, user_id),
      name,
      color,
      badges: badges.slice(0, maxBadges).map(({ title, image }) => ({ title, url: image })),
    },
    parts: partsOf(data),
    at,
  }
}

/** The text and its emotes in order. Positions count code points. */
function partsOf({ text, emotes }: ChatMessage['data']): ChatLine['parts'] {
  const points = shownPoints(text)
  const parts: { text: string; url?: string; over?: boolean }[] = []
  const addText = (from: number, to?: number) => {
    const words = plainText(points.slice(from, to).join(''))
    if (words !== '') parts.push({ text: words })
  }
  let at = 0
  for (const { name, image, begin, end, is_overlay } of emotes.slice(0, maxEmotes)) {
    if (image === null || begin < at || begin >= points.length) continue
    // Only spaces may be between an emote and what is drawn over it.
    const isOver = is_overlay === true && parts.at(-1)?.url !== undefined && isBlank(points.slice(at, begin))
    if (!isOver) addText(at, begin)
    parts.push({ text: name, url: image, ...(isOver && { over: true }) })
    at = end
  }
  addText(at)
  return parts
}

function isBlank(points: readonly string[]): boolean {
  return points.join('').trim() === ''
}

/** A thousand messages a second are shown as far as they can be read: the oldest of those that wait are left out. */
function createChatRules(): PatchRules<SourceData<'chat'>, Patch> {
  let gone: readonly string[] = []

  return {
    everyMs,

    add(waiting = {}, { add = [], delete: deleted = [], clear_users: cleared = [] }) {
      if (deleted.length > 0) gone = [...gone, ...deleted].slice(-maxGone)
      const isGone = removal(deleted, cleared)
      const lines = [...(waiting.add ?? []).filter((line) => !isGone(line)), ...add]
      return {
        add: lines.slice(-maxLines),
        delete: [...(waiting.delete ?? []), ...deleted],
        clear_users: [...(waiting.clear_users ?? []), ...cleared],
      }
    },

    take({ add = [], ...rest }) {
      const later = add.slice(maxAtOnce)
      return { now: { ...rest, add: add.slice(0, maxAtOnce) }, later: later.length > 0 ? { add: later } : undefined }
    },

    apply({ lines }, { add = [], delete: deleted = [], clear_users: cleared = [] }) {
      const isGone = removal(deleted, cleared)
      const left = lines.filter((line) => !isGone(line))
      const known = new Set([...left.map(({ id }) => id), ...gone])
      const added = add.filter(({ id }) => !known.has(id))
      const removed = lines.filter(isGone).map(({ id }) => id)
      const data = { lines: [...left, ...added].slice(-maxLines) }
      const users = cleared.filter((user) => !user.endsWith(`:${everybody}`))
      if (added.length + removed.length + users.length + deleted.length === 0) return { data, patch: undefined }
      const patch = {
        ...(added.length > 0 && { add: added }),
        ...(removed.length + deleted.length > 0 && { delete: [...new Set([...removed, ...deleted])] }),
        ...(users.length > 0 && { clear_users: [...new Set(users)] }),
      }
      return { data, patch }
    },
  }
}

function removal(deleted: readonly string[], cleared: readonly string[]): (line: ChatLine) => boolean {
  if (deleted.length + cleared.length === 0) return () => false
  const ids = new Set(deleted)
  const users = new Set(cleared)
  return ({ id, platform, user }) => ids.has(id) || users.has(user.id) || users.has(idOf(platform, everybody))
}
