import { useState } from 'preact/hooks'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { call, errorFor } from '../../api.ts'
import { number } from '../../format.ts'
import { commonMessages } from '../../messages/common.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Lines } from '../../ui/lines.tsx'
import { LoadError, useLoaded } from '../../ui/parts.tsx'
import { valueMessages } from './messages.ts'
import { type Holder, holderInput, type ValueContent, valuePlace } from './value-entry.ts'

interface ListProps {
  readonly content: ValueContent
  readonly readAt: number
  readonly holder: Holder | undefined
  readonly onChanged: () => Promise<void>
}

/** The items of a list with their numbers. Answers of other calls are cut, so the whole list is read here. */
export function ListEditor({ content, readAt, holder, onChanged }: ListProps) {
  const { name } = content
  const who = holderInput(holder)
  const { value, error: unread, act } = useLoaded(() => call('get-value', { name, ...who }), [readAt])
  const [item, setItem] = useState('')
  const [isEditing, setIsEditing] = useState(false)
  const { error, busy, attempt } = useAttempts()
  if (unread !== undefined) return <LoadError error={unread} />
  const items = Array.isArray(value?.value) ? value.value : []
  const mayChange = may('moderator')
  const add = () =>
    attempt(async () => {
      await call('add-to-value', { name, item, ...who })
      // Unless the next one is being typed already.
      setItem((typed) => (typed === item ? '' : typed))
      await onChanged()
    })
  return (
    <>
      {items.length === 0 && <p class="inside soft">{value === undefined ? '' : valueMessages.noItems()}</p>}
      <ol class="items scroll">
        {items.map((one, index) => (
          <li key={`${index} ${one}`}>
            <span class="figure faint small">{number(index + 1)}</span>
            <span class="grow">{one}</span>
            {mayChange && (
              <IconButton
                icon="close"
                label={valueMessages.removeItem({ number: index + 1, item: one })}
                title={valueMessages.remove()}
                onClick={() =>
                  void act(async () => {
                    // Another item may stand here by now.
                    await call('remove-from-value', { name, index, if_version: versionOf(one), ...who })
                    await onChanged()
                  })
                }
              />
            )}
          </li>
        ))}
      </ol>
      {mayChange && (
        <Form class="inside stack tight" onSubmit={add}>
          <Field label={valueMessages.newItem()} error={errorFor(error, 'item')}>
            {(attributes) => (
              <div class="row">
                <input
                  {...attributes}
                  type="text"
                  autocomplete="off"
                  maxLength={500}
                  value={item}
                  onInput={(event) => setItem(event.currentTarget.value)}
                />
                <button type="submit" class="button" disabled={busy || item.trim() === ''}>
                  {valueMessages.addItem()}
                </button>
              </div>
            )}
          </Field>
          <FormError error={error} than={['item']} class="small" />
          <div class="row">
            <button type="button" class="button quiet small" onClick={() => setIsEditing(true)}>
              {valueMessages.editAll()}
            </button>
          </div>
        </Form>
      )}
      {isEditing && (
        <AllItems
          name={name}
          items={items}
          holder={holder}
          onClose={() => setIsEditing(false)}
          onDone={async () => {
            setIsEditing(false)
            await onChanged()
          }}
        />
      )}
    </>
  )
}

interface AllProps {
  readonly name: string
  readonly items: readonly string[]
  readonly holder: Holder | undefined
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}

function AllItems({ name, items, holder, onClose, onDone }: AllProps) {
  const editing = useDraft(valuePlace(name, holder), { items })
  const { draft, known, setDraft, keep } = editing
  const { error, busy, attempt } = useAttempts()
  const save = () =>
    attempt(async () => {
      const version = versionOf(known.items)
      await call('set-value', { name, value: [...draft.items], if_version: version, ...holderInput(holder) })
      keep(draft)
      await onDone()
    })
  return (
    <Dialog
      title={valueMessages.editAllTitle({ name })}
      submit={commonMessages.save()}
      busy={busy}
      editing={editing}
      labelOf={() => valueMessages.value()}
      wide
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <Field label={valueMessages.value()} hint={valueMessages.onePerLine()} error={errorFor(error, 'value')}>
        {(attributes) => <Lines {...attributes} lines={draft.items} onChange={(next) => setDraft({ items: next })} />}
      </Field>
      <FormError error={error} than={['value']} class="small" />
    </Dialog>
  )
}
