import { useEffect, useRef, useState } from 'preact/hooks'
import { commandFieldSchemas } from '../../../../src/capabilities/commands/contract/command-columns.ts'
import { platforms, platformTitles } from '../../../../src/platforms/contract/platforms.ts'
import { type Answer, call, errorFor } from '../../api.ts'
import { barMessages } from '../../messages/shell.ts'
import { returns } from '../../state.ts'
import { commandVariables } from '../../steps/variable-scope.ts'
import { VariableText } from '../../steps/variable-text.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { type Parts, stepsIn } from './draft.ts'
import { commandMessages } from './messages.ts'
import type { SectionProps } from './section-props.ts'

const previewAfterMs = 250

/** The reply, its variables, and a preview of the chat. */
export function ReplyField({
  draft,
  change,
  error,
  id,
  parts,
}: SectionProps & { id: number | undefined; parts: Parts }) {
  const area = useRef<HTMLDivElement>(null)
  function insert(usage: string): void {
    const field = area.current?.querySelector('textarea')
    if (field === null || field === undefined) return
    const { selectionStart: from, selectionEnd: to } = field
    change({ message: `${draft.message.slice(0, from)}${usage}${draft.message.slice(to)}` })
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(from + usage.length, from + usage.length)
    })
  }
  return (
    <section class="part">
      <Field label={commandMessages.reply()} hint={commandMessages.replyHint()} error={errorFor(error, 'message')}>
        {(attributes) => (
          <div ref={area}>
            <VariableText
              attributes={attributes}
              rows={3}
              maxLength={commandFieldSchemas.message.maxLength}
              value={draft.message}
              placeholder={commandMessages.replyPlaceholder()}
              onChange={(message) => change({ message })}
            />
          </div>
        )}
      </Field>
      <details class="variables">
        <summary class="soft small">{commandMessages.variables()}</summary>
        <ul>
          {commandVariables.map(({ usage, insert: text, help }) => (
            <li key={usage}>
              <button
                type="button"
                class="button quiet small mono"
                aria-label={commandMessages.insert({ usage })}
                onClick={() => insert(text)}
              >
                {usage}
              </button>
              <span class="faint small">{help}</span>
            </li>
          ))}
        </ul>
      </details>
      {stepsIn(draft).length > 0 && draft.message !== '' && (
        <Field label={commandMessages.replyWhen()}>
          {(attributes) => (
            <select
              {...attributes}
              value={draft.actions.reply === 'last' ? 'last' : 'first'}
              onChange={(event) => {
                const { reply: _reply, ...actions } = draft.actions
                change({ actions: event.currentTarget.value === 'last' ? { ...actions, reply: 'last' } : actions })
              }}
            >
              <option value="first">{commandMessages.replyFirst()}</option>
              <option value="last">{commandMessages.replyLast()}</option>
            </select>
          )}
        </Field>
      )}
      <Preview message={draft.message} id={id} word={`${parts.prefix}${draft.command}`} />
    </section>
  )
}

interface PreviewProps {
  readonly message: string
  readonly id: number | undefined
  readonly word: string
}

/** A preview of the chat: the command and the bot's reply. */
function Preview({ message, id, word }: PreviewProps) {
  const [username, setUsername] = useState('alice')
  const [args, setArgs] = useState('')
  const [platform, setPlatform] = useState<(typeof platforms)[number]>('kick')
  const [shown, setShown] = useState<Answer<'preview-reply'>>()
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(async () => {
      const asked = { message, args, platform, ...(username.trim() === '' ? {} : { username }) }
      const answer = await call('preview-reply', id === undefined ? asked : { ...asked, id }).catch(() => undefined)
      if (!isOver && answer !== undefined) setShown(answer)
    }, previewAfterMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [message, id, username, args, platform, returns.value])
  return (
    <div class="reply-preview">
      <div class="row">
        <h3 class="grow">{commandMessages.preview()}</h3>
        <label>
          <span class="out-of-sight">{commandMessages.previewAs()}</span>
          <input
            type="text"
            value={username}
            maxLength={100}
            onInput={(event) => setUsername(event.currentTarget.value)}
          />
        </label>
        <label>
          <span class="out-of-sight">{commandMessages.previewArgs()}</span>
          <input
            type="text"
            value={args}
            maxLength={200}
            placeholder={commandMessages.previewArgsPlaceholder()}
            onInput={(event) => setArgs(event.currentTarget.value)}
          />
        </label>
        <label>
          <span class="out-of-sight">{commandMessages.previewOn()}</span>
          <select
            value={platform}
            onChange={(event) => setPlatform(platforms.find((one) => one === event.currentTarget.value) ?? 'kick')}
          >
            {platforms.map((one) => (
              <option key={one} value={one}>
                {platformTitles[one]}
              </option>
            ))}
          </select>
        </label>
      </div>
      <ul class={`chat edge ${platform}`} aria-live="polite">
        <li>
          <b>{username === '' ? 'alice' : username}</b> {word} {args}
        </li>
        {shown?.lines.map((line, index) => (
          <li key={index} class="bot">
            <b>{barMessages.bot()}</b> {line}
          </li>
        ))}
        {shown?.lines.length === 0 && <li class="faint">{commandMessages.previewEmpty()}</li>}
        {shown?.is_cut && <li class="faint small">{commandMessages.previewCut()}</li>}
      </ul>
    </div>
  )
}
