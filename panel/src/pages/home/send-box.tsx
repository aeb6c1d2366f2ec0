import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type Platform, platformTitles } from '../../../../src/platforms/contract/platforms.ts'
import { call } from '../../api.ts'
import type { ChatLine } from '../../chat.ts'
import { dashboard, may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Form } from '../../ui/forms/form.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { chatMessages as messages } from './chat-messages.ts'
import { draftedMessage } from './drafted-message.ts'

const maxLength = 500

interface SendBoxProps {
  readonly replyTo: ChatLine | undefined
  readonly onReply: (line: ChatLine | undefined) => void
}

/** Writes to one chat or to all of them. A reply goes to the chat of the message. */
export function SendBox({ replyTo, onReply }: SendBoxProps) {
  const mayBeMe = may('editor')
  const [text, setText] = useState('')
  const [as, setAs] = useState<'broadcaster' | 'bot'>(mayBeMe ? 'broadcaster' : 'bot')
  const [where, setWhere] = useState<Platform>()
  const sending = useRef(Promise.resolve())
  const input = useRef<HTMLInputElement>(null)
  // Before it is shown, so that what is typed at once arrives.
  useLayoutEffect(() => {
    if (replyTo !== undefined) input.current?.focus()
  }, [replyTo])
  const drafted = draftedMessage.value
  useLayoutEffect(() => {
    if (drafted === undefined) return
    draftedMessage.value = undefined
    onReply(undefined)
    setText(drafted.text)
    setWhere(drafted.platform ?? undefined)
    input.current?.focus()
  }, [drafted])
  const connected = dashboard.value?.platforms.map(({ platform }) => platform) ?? []

  /** The field is free for the next message at once; the messages arrive in the order in which they were written. */
  async function send(): Promise<void> {
    const message = text.trim()
    if (message === '') return
    setText('')
    onReply(undefined)
    input.current?.focus()
    sending.current = sending.current.then(() => deliver(message))
    await sending.current
  }

  async function deliver(message: string): Promise<void> {
    let isTaken = false
    await attempt(async () => {
      const platform = replyTo?.platform ?? where
      const { results } = await call('send-chat', {
        message,
        as,
        platforms: platform === undefined ? [] : [platform],
        ...(replyTo === undefined ? {} : { reply_to: replyTo.data.message_id }),
      })
      for (const { platform: at, error } of results) {
        if (error !== null) showToast(messages.refused({ platform: platformTitles[at], reason: error }), 'stop')
      }
      isTaken = results.some(({ error }) => error === null)
    })
    if (isTaken) return
    // What no chat took is back in the field, unless the next message is being written there.
    setText((typed) => (typed === '' ? message : typed))
    onReply(replyTo)
  }

  return (
    <Form class="send-box" label={messages.write()} onSubmit={send}>
      {replyTo !== undefined && (
        <p class="replying small">
          <span class="cut grow">{messages.replyingTo({ name: replyTo.data.displayname })}</span>
          <IconButton icon="close" label={messages.cancelReply()} onClick={() => onReply(undefined)} />
        </p>
      )}
      <input
        ref={input}
        type="text"
        aria-label={messages.write()}
        placeholder={messages.placeholder()}
        maxLength={maxLength}
        autocomplete="off"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && onReply(undefined)}
      />
      <div class="row">
        {mayBeMe && (
          <select
            aria-label={messages.as()}
            value={as}
            onChange={(event) => setAs(event.currentTarget.value === 'bot' ? 'bot' : 'broadcaster')}
          >
            <option value="broadcaster">{messages.asBroadcaster()}</option>
            <option value="bot">{messages.asBot()}</option>
          </select>
        )}
        {replyTo === undefined && (
          <select
            aria-label={messages.where()}
            value={where ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget
              setWhere(connected.find((platform) => platform === value))
            }}
          >
            <option value="">{messages.everywhere()}</option>
            {connected.map((platform) => (
              <option key={platform} value={platform}>
                {platformTitles[platform]}
              </option>
            ))}
          </select>
        )}
        <button type="submit" class="button primary" disabled={text.trim() === ''}>
          {messages.send()}
        </button>
      </div>
    </Form>
  )
}
