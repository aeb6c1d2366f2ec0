import { useState } from 'preact/hooks'
import { headerSecretLimits } from '../../../src/capabilities/outgoing/contract/header-secrets.ts'
import { secretReference } from '../../../src/capabilities/steps/contract/secrets.ts'
import { call, errorFor } from '../api.ts'
import { useAttempts } from '../ui/attempt.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/forms/field.tsx'
import { headerSecretMessages as messages } from './header-secret-messages.ts'

/** A new secret, or one whose value is replaced. */
export interface EnteredSecret {
  readonly name: string
  readonly host: string
  readonly value: string
  readonly isStored: boolean
}

interface DialogProps {
  readonly secret: EnteredSecret
  readonly onClose: () => void
  readonly onSaved: (name: string) => void
}

/** What is entered here is kept nowhere in the browser. */
export function HeaderSecretDialog({ secret, onClose, onSaved }: DialogProps) {
  const [name, setName] = useState(secret.name)
  const [host, setHost] = useState(secret.host)
  const [value, setValue] = useState(secret.value)
  const { error, busy, attempt } = useAttempts()
  const save = () =>
    attempt(async () => {
      const { secret: saved } = await call('save-header-secret', { name: name.trim(), host: host.trim(), value })
      onSaved(saved.name)
    })
  const isFieldError = ['name', 'host', 'value'].some((field) => errorFor(error, field) !== undefined)
  const reference = secretReference(name.trim() === '' ? 'name' : name.trim().toLowerCase())
  return (
    <Dialog
      title={secret.isStored ? messages.replace({ name: secret.name }) : messages.add()}
      submit={messages.save()}
      busy={busy}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <Field label={messages.name()} hint={messages.nameHelp({ reference })} error={errorFor(error, 'name')}>
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            class="mono"
            autocomplete="off"
            maxLength={headerSecretLimits.nameLength}
            readOnly={secret.isStored}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={messages.host()} hint={messages.hostHelp()} error={errorFor(error, 'host')}>
        {(attributes) => (
          <input
            {...attributes}
            type="text"
            class="mono"
            autocomplete="off"
            maxLength={headerSecretLimits.hostLength}
            value={host}
            onInput={(event) => setHost(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={messages.value()} hint={messages.valueHelp()} error={errorFor(error, 'value')}>
        {(attributes) => (
          <input
            {...attributes}
            type="password"
            autocomplete="off"
            maxLength={headerSecretLimits.maxLength}
            value={value}
            onInput={(event) => setValue(event.currentTarget.value)}
          />
        )}
      </Field>
      {error !== undefined && !isFieldError && (
        <p class="error" role="alert">
          {error.message}
        </p>
      )}
    </Dialog>
  )
}
