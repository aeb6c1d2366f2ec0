import { type ChatRole, chatRoles } from '../../../../src/definitions/roles.ts'
import { platformTitles } from '../../../../src/platforms/contract/platforms.ts'
import type { ChatLine } from '../../chat.ts'
import { clock, wholeTime } from '../../format.ts'
import { ban, deleteLine, pin, shortTimeoutMinutes, shoutOut, timeOut } from '../../moderate.ts'
import { dashboard, may } from '../../state.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { chatMessages as messages } from './chat-messages.ts'

interface RowProps {
  readonly line: ChatLine
  readonly onReply: (line: ChatLine) => void
  readonly onOpen: (line: ChatLine) => void
}

/** One message. The buttons appear with the pointer or the keyboard; on a phone they are in the card of the viewer. */
export function ChatRow({ line, onReply, onOpen }: RowProps) {
  const { platform, at, data, isGone } = line
  const name = data.displayname
  return (
    <div class={`chat-line edge ${platform}${isGone ? ' gone' : ''}`} title={platformTitles[platform]}>
      <time class="faint small figure" dateTime={new Date(at).toISOString()} title={wholeTime(at)}>
        {clock(at)}
      </time>
      <p>
        <span class="out-of-sight">{platformTitles[platform]} </span>
        <Badges data={data} />
        <button type="button" class="author" aria-label={messages.card({ name })} onClick={() => onOpen(line)}>
          {name}
        </button>{' '}
        <span class="said">{data.text}</span>
        {isGone && <span class="faint small"> {messages.deleted()}</span>}
      </p>
      {may('moderator') && !isGone && <Actions line={line} onReply={onReply} />}
    </div>
  )
}

/** What a platform cannot do is not offered there. */
function Actions({ line, onReply }: Pick<RowProps, 'line' | 'onReply'>) {
  const { platform, data } = line
  const name = data.displayname
  const can = dashboard.value?.platforms.find((status) => status.platform === platform)
  const isOther = !data.is_own && !data.roles.includes('broadcaster')
  return (
    <span class="chat-actions">
      <IconButton icon="undo" label={messages.reply({ name })} onClick={() => onReply(line)} />
      {can?.pins === true && <IconButton icon="pin" label={messages.pin({ name })} onClick={() => void pin(line)} />}
      {can?.shoutouts === true && isOther && (
        <IconButton icon="horn" label={messages.shoutOut({ name })} onClick={() => void shoutOut(line)} />
      )}
      {can?.moderates === true && isOther && (
        <>
          <IconButton icon="trash" label={messages.delete({ name })} onClick={() => void deleteLine(line)} />
          <IconButton
            icon="clock"
            label={messages.timeout({ name })}
            onClick={() => void timeOut(line, shortTimeoutMinutes)}
          />
          <IconButton icon="shield" label={messages.ban({ name })} onClick={() => void ban(line)} />
        </>
      )}
    </span>
  )
}

const maxBadges = 3

/** As words: pages of the panel load no pictures from other hosts. The badge of a role says what the role says. */
function Badges({ data: { roles, badges } }: Pick<ChatLine, 'data'>) {
  const others = badges.filter(({ id, title }) => title !== '' && !chatRoles.some((role) => id.startsWith(role)))
  const words = [
    ...shownRoles.flatMap(([role, word]) => (roles.includes(role) ? word() : [])),
    ...others.map(({ title }) => title),
  ]
  return (
    <>
      {words.slice(0, maxBadges).map((word) => (
        <span key={word} class="tag">
          {word}
        </span>
      ))}
    </>
  )
}

const shownRoles: readonly (readonly [ChatRole, () => string])[] = [
  ['broadcaster', messages.roleBroadcaster],
  ['moderator', messages.roleModerator],
  ['vip', messages.roleVip],
  ['subscriber', messages.roleSubscriber],
]
