import { useState } from 'preact/hooks'
import { signInMethodMessages as messages } from '../pages/sign-in/method-messages.ts'
import { hasPasskeys, signInWithPasskey, signInWithPassword } from '../passkeys.ts'
import { TextField } from '../ui/forms/text-field.tsx'

const isAddress = /^\[|^\d+\.\d+\.\d+\.\d+$/.test(location.hostname)

function reasonOf(failure: unknown): string {
  // The browser refuses in English, and with this name when the person closed its dialog.
  if (failure instanceof DOMException) {
    return failure.name === 'NotAllowedError' ? messages.passkeyCancelled() : messages.failed()
  }
  return failure instanceof Error ? failure.message : messages.failed()
}

/** Signing in with what a person has set in the panel: a passkey, or a password. */
export function SignInMethods({ onSignedIn }: { onSignedIn: () => void }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function attempt(work: () => Promise<boolean>): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      if (await work()) onSignedIn()
    } catch (failure) {
      setError(reasonOf(failure))
    }
    setBusy(false)
  }

  const usePasskey = () =>
    attempt(async () => {
      await signInWithPasskey()
      return true
    })
  const usePassword = () =>
    attempt(async () => {
      const isCodeMissing = await signInWithPassword(name, password, code)
      setNeedsCode(isCodeMissing)
      return !isCodeMissing
    })

  return (
    <div class="sign-in-methods stack">
      {error !== undefined && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      {hasPasskeys && !isAddress && (
        <button type="button" class="button primary" disabled={busy} onClick={() => void usePasskey()}>
          {messages.usePasskey()}
        </button>
      )}
      <details open={!hasPasskeys || isAddress}>
        <summary>{hasPasskeys && !isAddress ? messages.orPassword() : messages.withPassword()}</summary>
        {/* Not a form: it also stands in the dialog that asks for a new sign-in, and forms cannot be nested. */}
        <fieldset
          class="stack"
          aria-label={messages.password()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || busy) return
            event.preventDefault()
            void usePassword()
          }}
        >
          <TextField label={messages.name()} value={name} onInput={setName} maxLength={100} autocomplete="username" />
          <TextField
            label={messages.password()}
            value={password}
            onInput={setPassword}
            isSecret
            maxLength={1000}
            autocomplete="current-password"
          />
          {needsCode && (
            <TextField
              label={messages.code()}
              value={code}
              onInput={setCode}
              inputMode="numeric"
              maxLength={10}
              autocomplete="one-time-code"
            />
          )}
          <button
            type="button"
            class="button"
            disabled={busy || name === '' || password === ''}
            onClick={() => void usePassword()}
          >
            {messages.signIn()}
          </button>
        </fieldset>
      </details>
    </div>
  )
}
