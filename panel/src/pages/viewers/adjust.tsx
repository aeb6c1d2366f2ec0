import { useState } from 'preact/hooks'
import { type Answer, call, Trouble, troubleFor } from '../../api.ts'
import { number } from '../../format.ts'
import { Field } from '../../ui/field.tsx'
import { say as toast } from '../../ui/toasts.tsx'
import { viewerWords as say } from '../../words/viewer-words.ts'

const modes = ['add', 'remove', 'set'] as const
const currencies = ['points', 'coin'] as const

interface AdjustProps {
  readonly viewer: Answer<'list-viewers'>['viewers'][number]
  readonly onDone: () => Promise<void>
}

export function Adjust({ viewer, onDone }: AdjustProps) {
  const [mode, setMode] = useState<(typeof modes)[number]>('add')
  const [currency, setCurrency] = useState<(typeof currencies)[number]>('points')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [trouble, setTrouble] = useState<Trouble>()
  async function adjust(): Promise<void> {
    try {
      const change = {
        viewer_id: viewer.id,
        currency,
        mode,
        amount: amount === '' ? Number.NaN : Number(amount),
        reason,
      }
      const balances = await call('adjust-points', change)
      toast(say.adjusted(viewer.displayname, number(balances[currency]), say.currencies[currency].toLowerCase()))
      setAmount('')
      setReason('')
      setTrouble(undefined)
      await onDone()
    } catch (error) {
      if (!(error instanceof Trouble)) throw error
      setTrouble(error)
    }
  }
  const isPlaced = ['amount', 'reason'].some((field) => troubleFor(trouble, field) !== undefined)
  return (
    <form
      class="part"
      aria-label={say.adjustTitle}
      onSubmit={(event) => {
        event.preventDefault()
        void adjust()
      }}
    >
      <div class="adjust">
        <Field label={say.mode}>
          {(attributes) => (
            <select
              {...attributes}
              value={mode}
              onChange={(event) => setMode(event.currentTarget.value as typeof mode)}
            >
              {modes.map((one) => (
                <option key={one} value={one}>
                  {say.modes[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={say.amount} trouble={troubleFor(trouble, 'amount')}>
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              inputMode="numeric"
              value={amount}
              autocomplete="off"
              onInput={(event) => setAmount(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={say.currency}>
          {(attributes) => (
            <select
              {...attributes}
              value={currency}
              onChange={(event) => setCurrency(event.currentTarget.value as typeof currency)}
            >
              {currencies.map((one) => (
                <option key={one} value={one}>
                  {say.currencies[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div class="why">
          <Field label={say.reason} trouble={troubleFor(trouble, 'reason')}>
            {(attributes) => (
              <input
                {...attributes}
                type="text"
                value={reason}
                maxLength={200}
                autocomplete="off"
                placeholder={say.reasonPlaceholder}
                onInput={(event) => setReason(event.currentTarget.value)}
              />
            )}
          </Field>
          <button type="submit" class="button">
            {say.adjust}
          </button>
        </div>
      </div>
      {trouble !== undefined && !isPlaced && (
        <p class="trouble small" role="alert">
          {trouble.message}
        </p>
      )}
    </form>
  )
}
