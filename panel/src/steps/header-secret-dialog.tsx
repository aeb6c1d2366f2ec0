import { useState } from 'preact/hooks'
import { headerSecretLimits } from '../../../src/capabilities/outgoing/contract/header-secrets.ts'
import { secretReference } from '../../../src/capabilities/steps/contract/secrets.ts'
import { call, errorFor } from '../api.ts'
import { useAttempts } from '../ui/attempt.ts'
import { Dialog } from '../ui/dialog.tsx'
import { FormError } from '../ui/forms/form-error.tsx'
import { TextField } from '../ui/forms/text-field.tsx'
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
  const reference = secretReference(name.trim() === '' ? 'name' : name.trim().toLowerCase())
  return (
    <Dialog
      title={secret.isStored ? messages.replace({ name: secret.name }) : messages.add()}
      submit={messages.save()}
      busy={busy}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <TextField
        label={messages.name()}
        hint={messages.nameHelp({ reference })}
        class="mono"
        maxLength={headerSecretLimits.nameLength}
        readOnly={secret.isStored}
        value={name}
        error={errorFor(error, 'name')}
        onInput={setName}
      />
      <TextField
        label={messages.host()}
        hint={messages.hostHelp()}
        class="mono"
        maxLength={headerSecretLimits.hostLength}
        value={host}
        error={errorFor(error, 'host')}
        onInput={setHost}
      />
      <TextField
        label={messages.value()}
        hint={messages.valueHelp()}
        isSecret
        maxLength={headerSecretLimits.maxLength}
        value={value}
        error={errorFor(error, 'value')}
        onInput={setValue}
      />
      <FormError error={error} than={['name', 'host', 'value']} />
    </Dialog>
  )
}
