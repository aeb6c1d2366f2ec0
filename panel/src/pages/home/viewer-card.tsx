import { useState } from 'preact/hooks'
import { platformTitles } from '../../../../src/platforms/contract/platforms.ts'
import { call } from '../../api.ts'
import type { ChatLine } from '../../chat.ts'
import { date, minutes, number } from '../../format.ts'
import { commonMessages } from '../../messages/common.ts'
import { ban, deleteLine, shortTimeoutMinutes, timeOut, unban } from '../../moderate.ts'
import { may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/loading.tsx'
import { Figure, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { EventRow } from '../activity/event-row.tsx'
import { fold } from '../activity/fold-events.ts'
import { viewerCardMessages as messages } from './viewer-card-messages.ts'

interface CardProps {
  readonly line: ChatLine
  readonly onReply: () => void
  readonly onClose: () => void
}

/** The author of a message: figures, history, and everything that can be done about them. */
export function ViewerCard({ line, onReply, onClose }: CardProps) {
  const { platform, data } = line
  const { value, error } = useLoaded(() => call('get-viewer-card', { platform, user_id: data.user_id }), [line])
  return (
    <Dialog title={data.displayname} submit={commonMessages.close()} onClose={onClose} wide>
      <div class="viewer-card">
        <p class="said soft">
          <span class={`tag edge ${platform}`}>{platformTitles[platform]}</span> {data.text}
        </p>
        {error !== undefined && <p class="soft">{messages.unknown()}</p>}
        {value === undefined && error === undefined && <Loading rows={3} />}
        {value !== undefined && (
          <>
            <dl class="figures">
              <Figure word={messages.points()} value={number(value.viewer.points)} />
              <Figure word={messages.watchTime()} value={minutes(value.viewer.watch_minutes)} />
              <Figure word={messages.messages()} value={number(value.viewer.message_count)} />
            </dl>
            {value.followed_at !== null && (
              <p class="soft small">{messages.following({ date: date(value.followed_at) })}</p>
            )}
            <h3>{messages.history()}</h3>
            {value.events.length === 0 ? (
              <p class="faint small">{messages.noHistory()}</p>
            ) : (
              <ol class="events">
                {fold(value.events).map((event) => (
                  <EventRow key={event.seq} event={event} />
                ))}
              </ol>
            )}
            <p>
              <a href={`/viewers?viewer=${value.viewer.id}`} onClick={onClose}>
                {messages.openViewer()}
              </a>
            </p>
          </>
        )}
        {may('moderator') && <Actions line={line} onReply={onReply} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

function Actions({ line, onReply, onClose }: CardProps) {
  const [length, setLength] = useState(shortTimeoutMinutes)
  const name = line.data.displayname
  const act = (action: () => Promise<unknown>) => {
    onClose()
    void attempt(action)
  }
  const isProtected = line.data.is_own || line.data.roles.includes('broadcaster')
  return (
    <div class="row wrap">
      <button
        type="button"
        class="button"
        onClick={() => {
          onReply()
          onClose()
        }}
      >
        {messages.reply()}
      </button>
      {!line.isGone && (
        <button type="button" class="button" onClick={() => act(() => deleteLine(line))}>
          {messages.delete()}
        </button>
      )}
      {!isProtected && (
        <>
          <select
            aria-label={messages.minutes()}
            value={length}
            onChange={(event) => setLength(Number(event.currentTarget.value))}
          >
            {[1, 10, 60, 1440].map((one) => (
              <option key={one} value={one}>
                {minutes(one)}
              </option>
            ))}
          </select>
          <button type="button" class="button" onClick={() => act(() => timeOut(line, length))}>
            {messages.timeout()}
          </button>
          <button type="button" class="button danger" onClick={() => act(() => ban(line))}>
            {messages.ban()}
          </button>
          <button
            type="button"
            class="button quiet"
            onClick={() =>
              act(async () => {
                await unban(line)
                showToast(messages.unbanned({ name }))
              })
            }
          >
            {messages.unban()}
          </button>
        </>
      )}
    </div>
  )
}
