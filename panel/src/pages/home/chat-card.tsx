import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type ChatLine, chatLines } from '../../chat.ts'
import { may } from '../../state.ts'
import { later } from '../../ui/later.tsx'
import { chatMessages as messages } from './chat-messages.ts'
import { ChatRow } from './chat-row.tsx'
import { SendBox } from './send-box.tsx'

const ViewerCard = later(() => import('./viewer-card.tsx').then(({ ViewerCard: card }) => card))

/** Closer to the end than this, the list follows new messages. */
const nearEndPixels = 60

/** The chat of all platforms in one list. */
export function ChatCard() {
  const lines = chatLines.value
  const [replyTo, setReplyTo] = useState<ChatLine>()
  const [about, setAbout] = useState<ChatLine>()
  const [isFollowing, setFollowing] = useState(true)
  const list = useRef<HTMLDivElement>(null)
  const toEnd = () => {
    if (list.current !== null) list.current.scrollTop = list.current.scrollHeight
  }
  useLayoutEffect(() => {
    if (isFollowing) toEnd()
  }, [lines, isFollowing])
  return (
    <section class="card live-chat" aria-label={messages.title()}>
      <header>
        <h2>{messages.title()}</h2>
      </header>
      <div
        class="chat-lines"
        ref={list}
        role="log"
        aria-label={messages.title()}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) =>
          setFollowing(scrollHeight - scrollTop - clientHeight < nearEndPixels)
        }
      >
        {lines.length === 0 && <p class="soft">{messages.empty()}</p>}
        {lines.map((line) => (
          <ChatRow key={line.key} line={line} onReply={setReplyTo} onOpen={setAbout} />
        ))}
      </div>
      {!isFollowing && (
        <button type="button" class="button small newest" onClick={toEnd}>
          {messages.newest()}
        </button>
      )}
      {may('moderator') && <SendBox replyTo={replyTo} onReply={setReplyTo} />}
      {about !== undefined && (
        <ViewerCard line={about} onReply={() => setReplyTo(about)} onClose={() => setAbout(undefined)} />
      )}
    </section>
  )
}
