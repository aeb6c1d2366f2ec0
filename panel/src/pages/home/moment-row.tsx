import { platformTitles } from '../../../../src/platforms/contract/platforms.ts'
import { eventRegistry } from '../../../../src/registry/event-registry.ts'
import { type Answer, call } from '../../api.ts'
import { clockOrDay, wholeTime } from '../../format.ts'
import { commonMessages } from '../../messages/common.ts'
import { dashboard, may, now } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { draftedMessage } from './drafted-message.ts'
import { peopleMessages as messages, momentStateTitles } from './people-messages.ts'
import { markSeen } from './seen-moments.ts'

export type Moment = Answer<'list-moments'>['moments'][number]

interface RowProps {
  readonly moment: Moment
  readonly isUnseen: boolean
  readonly onDone: () => Promise<void>
}

/** One moment: who did what, what became of its alert, and what can be done about it. */
export function MomentRow({ moment, isUnseen, onDone }: RowProps) {
  const { event } = moment
  const sentence = eventRegistry.sentenceOf(event)
  const isMissed = moment.state === 'missed' || moment.state === 'held'
  return (
    <li class={`edge ${event.platform ?? 'nowhere'}${isUnseen ? ' large' : ''}`}>
      <Icon name={eventRegistry.iconOf(event.kind)} />
      <div class="what">
        <p title={sentence}>{sentence}</p>
        <p class="faint small">
          <time dateTime={new Date(event.at).toISOString()} title={wholeTime(event.at)}>
            {clockOrDay(event.at, now.value)}
          </time>
          {event.platform !== null && <span> · {platformTitles[event.platform]}</span>}
          {moment.state !== 'none' && <span class={isMissed ? 'error' : undefined}> · {stateOf(moment)}</span>}
          {isUnseen && <span class="out-of-sight"> {messages.unseen()}</span>}
        </p>
      </div>
      {may('moderator') && <Actions moment={moment} sentence={sentence} isUnseen={isUnseen} onDone={onDone} />}
    </li>
  )
}

function stateOf({ state, reason }: Moment): string {
  if (state === 'none') return ''
  if (state === 'waiting' && dashboard.value?.overlay === false) return momentStateTitles.waitingForOverlay()
  if (state === 'missed' && reason !== null && reason !== '') return momentStateTitles.missedBecause({ reason })
  return momentStateTitles[state]()
}

function Actions({ moment, sentence, isUnseen, onDone }: RowProps & { sentence: string }) {
  const { event, items, replays } = moment
  const name = nameIn(event.data)
  const act = (action: () => Promise<unknown>) =>
    void attempt(async () => {
      markSeen(event.seq)
      await action()
      await onDone()
    })
  const replay = async (silent: boolean) => {
    // What plays now is shown again without its sound, instead of twice.
    if (silent) await skip()
    for (const seq of replays) await call('replay-event', { seq, silent })
    showToast(commonMessages.sentToOverlay())
  }
  const skip = () =>
    Promise.all(items.map(({ id, on_screen }) => call(on_screen ? 'skip-overlay-item' : 'remove-overlay-item', { id })))
  return (
    <span class="moment-actions">
      {isUnseen && (
        <IconButton
          icon="check"
          label={messages.seenOf({ event: sentence })}
          title={messages.seen()}
          isLocal
          onClick={() => markSeen(event.seq)}
        />
      )}
      {replays.length > 0 && (
        <IconButton
          icon="play"
          label={messages.playAgainOf({ event: sentence })}
          title={messages.playAgain()}
          onClick={() => act(() => replay(false))}
        />
      )}
      {items.length > 0 && (
        <IconButton
          icon="skip"
          label={messages.skipOf({ event: sentence })}
          title={messages.skip()}
          onClick={() => act(skip)}
        />
      )}
      {replays.length > 0 && (
        <IconButton
          icon="mute"
          label={messages.muteOf({ event: sentence })}
          title={messages.mute()}
          onClick={() => act(() => replay(true))}
        />
      )}
      {name !== undefined && (
        <IconButton
          icon="heart"
          label={messages.thank({ name })}
          isLocal
          onClick={() => {
            markSeen(event.seq)
            draftedMessage.value = { text: messages.thanks({ name }), platform: event.platform }
          }}
        />
      )}
    </span>
  )
}

/** Undefined of somebody who wants no name. */
function nameIn({ displayname, username, is_anonymous }: Moment['event']['data']): string | undefined {
  if (is_anonymous === true) return undefined
  const name = typeof displayname === 'string' && displayname !== '' ? displayname : username
  return typeof name === 'string' && name !== '' ? name : undefined
}
