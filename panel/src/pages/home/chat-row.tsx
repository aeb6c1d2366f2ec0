import { platformTitles } from '../../../../src/platforms/contract/platforms.ts'
import type { ChatLine } from '../../chat.ts'
import { clock, wholeTime } from '../../format.ts'
import { ban, deleteLine, shortTimeoutMinutes, timeOut } from '../../moderate.ts'
import { may } from '../../state.ts'
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
  const mayModerate = may('moderator') && !data.is_own && !data.roles.includes('broadcaster')
  return (
    <div class={`chat-line edge ${platform}${isGone ? ' gone' : ''}`} title={platformTitles[platform]}>
      <time class="faint small figure" dateTime={new Date(at).toISOString()} title={wholeTime(at)}>
        {clock(at)}
      </time>
      <p>
        <span class="out-of-sight">{platformTitles[platform]} </span>
        <RoleTag roles={data.roles} />
        <button type="button" class="author" aria-label={messages.card({ name })} onClick={() => onOpen(line)}>
          {name}
        </button>{' '}
        <span class="said">{data.text}</span>
        {isGone && <span class="faint small"> {messages.deleted()}</span>}
      </p>
      {may('moderator') && !isGone && (
        <span class="chat-actions">
          <IconButton icon="undo" label={messages.reply({ name })} onClick={() => onReply(line)} />
          {mayModerate && (
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
      )}
    </div>
  )
}

function RoleTag({ roles }: Pick<ChatLine['data'], 'roles'>) {
  const text = roles.includes('broadcaster')
    ? messages.roleBroadcaster()
    : roles.includes('moderator')
      ? messages.roleModerator()
      : roles.includes('vip')
        ? messages.roleVip()
        : roles.includes('subscriber')
          ? messages.roleSubscriber()
          : undefined
  return text === undefined ? null : <span class="tag">{text}</span>
}
