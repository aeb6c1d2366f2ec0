import { useEffect, useRef, useState } from 'preact/hooks'
import { commandFieldSchemas } from '../../../../src/contract/command-columns.ts'
import { platforms } from '../../../../src/contract/platforms.ts'
import { variables } from '../../../../src/contract/variables.ts'
import { type Answer, call, type Trouble, troubleFor } from '../../api.ts'
import { Field } from '../../ui/field.tsx'
import { commandWords } from '../../words/command-words.ts'
import { words } from '../../words/words.ts'
import { type Draft, type Parts, stepsIn } from './draft.ts'

export interface SectionProps {
  readonly draft: Draft
  readonly change: (part: Partial<Draft>) => void
  readonly trouble: Trouble | undefined
  readonly disabled: boolean
}

const previewAfterMs = 250

/** What it says, with what the variables stand for, and how chat would see it. */
export function ReplyField({
  draft,
  change,
  trouble,
  id,
  parts,
}: SectionProps & { id: number | undefined; parts: Parts }) {
  const area = useRef<HTMLTextAreaElement>(null)
  function insert(usage: string): void {
    const field = area.current
    if (field === null) return
    const { selectionStart: from, selectionEnd: to } = field
    change({ message: `${draft.message.slice(0, from)}${usage}${draft.message.slice(to)}` })
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(from + usage.length, from + usage.length)
    })
  }
  return (
    <section class="part">
      <Field label={commandWords.reply} hint={commandWords.replyHint} trouble={troubleFor(trouble, 'message')}>
        {(attributes) => (
          <textarea
            {...attributes}
            ref={area}
            rows={3}
            maxLength={commandFieldSchemas.message.maxLength}
            value={draft.message}
            placeholder={commandWords.replyPlaceholder}
            onInput={(event) => change({ message: event.currentTarget.value })}
          />
        )}
      </Field>
      <details class="variables">
        <summary class="soft small">{commandWords.variables}</summary>
        <ul>
          {variables
            .filter(({ name }) => !/^[2-9]$/.test(name))
            .map(({ name, usage, help }) => (
              <li key={name}>
                <button
                  type="button"
                  class="button quiet small mono"
                  aria-label={commandWords.insert(usage)}
                  onClick={() => insert(usage.replace(/ \[.*$/, ')').replace(' one two …', ' heads tails'))}
                >
                  {usage}
                </button>
                <span class="faint small">{help()}</span>
              </li>
            ))}
        </ul>
      </details>
      {stepsIn(draft).length > 0 && draft.message !== '' && (
        <Field label={commandWords.replyWhen}>
          {(attributes) => (
            <select
              {...attributes}
              value={draft.actions.reply === 'last' ? 'last' : 'first'}
              onChange={(event) => {
                const { reply: _reply, ...actions } = draft.actions
                change({ actions: event.currentTarget.value === 'last' ? { ...actions, reply: 'last' } : actions })
              }}
            >
              <option value="first">{commandWords.replyFirst}</option>
              <option value="last">{commandWords.replyLast}</option>
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

/** The chat as it would be: who typed it, and what the bot says. */
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
  }, [message, id, username, args, platform])
  return (
    <div class="reply-preview">
      <div class="row">
        <h3 class="grow">{commandWords.preview}</h3>
        <label>
          <span class="out-of-sight">{commandWords.previewAs}</span>
          <input
            type="text"
            value={username}
            maxLength={100}
            onInput={(event) => setUsername(event.currentTarget.value)}
          />
        </label>
        <label>
          <span class="out-of-sight">{commandWords.previewArgs}</span>
          <input
            type="text"
            value={args}
            maxLength={200}
            placeholder={commandWords.previewArgsPlaceholder}
            onInput={(event) => setArgs(event.currentTarget.value)}
          />
        </label>
        <label>
          <span class="out-of-sight">{commandWords.previewOn}</span>
          <select
            value={platform}
            onChange={(event) => setPlatform(platforms.find((one) => one === event.currentTarget.value) ?? 'kick')}
          >
            {platforms.map((one) => (
              <option key={one} value={one}>
                {words.platforms[one]}
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
            <b>{words.bar.bot}</b> {line}
          </li>
        ))}
        {shown?.lines.length === 0 && <li class="faint">{commandWords.previewEmpty}</li>}
        {shown?.is_cut && <li class="faint small">{commandWords.previewCut}</li>}
      </ul>
    </div>
  )
}
