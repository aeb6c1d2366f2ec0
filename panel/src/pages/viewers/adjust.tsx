import { useState } from 'preact/hooks'
import { type Answer, call, errorFor } from '../../api.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { adjustModes, currencyNames, viewerMessages } from './messages.ts'

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
  const { error, busy, attempt } = useAttempts()
  const adjust = () =>
    attempt(async () => {
      const change = {
        viewer_id: viewer.id,
        currency,
        mode,
        amount: amount === '' ? Number.NaN : Number(amount),
        reason,
      }
      const balances = await call('adjust-balance', change)
      const adjusted = currency === 'points' ? viewerMessages.adjustedPoints : viewerMessages.adjustedCoins
      showToast(adjusted({ name: viewer.displayname, count: balances[currency] }))
      // Unless the next change is being typed already.
      setAmount((typed) => (typed === amount ? '' : typed))
      setReason((typed) => (typed === reason ? '' : typed))
      await onDone()
    })
  return (
    <Form class="part" label={viewerMessages.adjustTitle()} onSubmit={adjust}>
      <div class="adjust">
        <Field label={viewerMessages.action()}>
          {(attributes) => (
            <select
              {...attributes}
              value={mode}
              onChange={(event) => setMode(event.currentTarget.value as typeof mode)}
            >
              {modes.map((one) => (
                <option key={one} value={one}>
                  {adjustModes[one]()}
                </option>
              ))}
            </select>
          )}
        </Field>
        <TextField
          label={viewerMessages.amount()}
          inputMode="numeric"
          value={amount}
          error={errorFor(error, 'amount')}
          onInput={setAmount}
        />
        <Field label={viewerMessages.currency()}>
          {(attributes) => (
            <select
              {...attributes}
              value={currency}
              onChange={(event) => setCurrency(event.currentTarget.value as typeof currency)}
            >
              {currencies.map((one) => (
                <option key={one} value={one}>
                  {currencyNames[one]()}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div class="why">
          <TextField
            label={viewerMessages.reason()}
            value={reason}
            maxLength={200}
            placeholder={viewerMessages.reasonPlaceholder()}
            error={errorFor(error, 'reason')}
            onInput={setReason}
          />
          <button type="submit" class="button" disabled={busy}>
            {viewerMessages.adjust()}
          </button>
        </div>
      </div>
      <FormError error={error} than={['amount', 'reason']} class="small" />
    </Form>
  )
}
