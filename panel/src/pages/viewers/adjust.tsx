import { useState } from 'preact/hooks'
import { type Answer, call, troubleFor } from '../../api.ts'
import { number } from '../../format.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { OtherTrouble } from '../../ui/other-trouble.tsx'
import { TextField } from '../../ui/text-field.tsx'
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
  const { trouble, attempt } = useAttempts()
  const adjust = () =>
    attempt(async () => {
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
      await onDone()
    })
  return (
    <Form class="part" label={say.adjustTitle} onSubmit={adjust}>
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
        <TextField
          label={say.amount}
          inputMode="numeric"
          value={amount}
          trouble={troubleFor(trouble, 'amount')}
          onInput={setAmount}
        />
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
          <TextField
            label={say.reason}
            value={reason}
            maxLength={200}
            placeholder={say.reasonPlaceholder}
            trouble={troubleFor(trouble, 'reason')}
            onInput={setReason}
          />
          <button type="submit" class="button">
            {say.adjust}
          </button>
        </div>
      </div>
      <OtherTrouble trouble={trouble} than={['amount', 'reason']} class="small" />
    </Form>
  )
}
