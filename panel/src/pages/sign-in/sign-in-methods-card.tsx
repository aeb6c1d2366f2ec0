import { useState } from 'preact/hooks'
import { type Answer, call, errorFor } from '../../api.ts'
import { date } from '../../format.ts'
import { addPasskey, hasPasskeys } from '../../passkeys.ts'
import { me } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { signInMethodSettings as messages, signInMethodMessages } from './method-messages.ts'

type Methods = Answer<'list-sign-in-methods'>
type Open = 'passkey' | 'password' | { readonly secret: string; readonly address: string }

/** Passkeys, the password and the one-time codes of the person who is signed in. */
export function SignInMethodsCard() {
  const { value, act, reload } = useLoaded(() => call('list-sign-in-methods', {}), [])
  const [open, setOpen] = useState<Open>()
  if (value === undefined) return null
  const close = () => setOpen(undefined)
  const done = async (text: string) => {
    close()
    showToast(text)
    await reload()
  }
  return (
    <section class="card sign-in-methods">
      <header>
        <h2>{messages.title()}</h2>
      </header>
      <ul class="people">
        {value.passkeys.map((passkey) => (
          <li key={passkey.id}>
            <div class="grow">
              <p class="cut">
                <b>{passkey.name}</b> <span class="faint small">{passkey.site}</span>
              </p>
              <p class="faint small">
                {passkey.used_at === null
                  ? messages.created({ date: date(passkey.created_at) })
                  : messages.used({ date: date(passkey.used_at) })}
              </p>
            </div>
            <button
              type="button"
              class="button small"
              aria-label={messages.removeOne({ name: passkey.name })}
              onClick={() =>
                void act(async () => {
                  await call('remove-passkey', { id: passkey.id })
                  showToast(messages.removed())
                })
              }
            >
              {messages.remove()}
            </button>
          </li>
        ))}
      </ul>
      <div class="inside stack">
        <p class="soft small">{value.site === null ? messages.noPasskeyHere() : messages.passkeyHelp()}</p>
        <div class="row wrap">
          {value.site !== null && hasPasskeys && (
            <button type="button" class="button small" onClick={() => setOpen('passkey')}>
              {messages.addPasskey()}
            </button>
          )}
          <button type="button" class="button small" onClick={() => setOpen('password')}>
            {value.password === null ? messages.setPassword() : messages.changePassword()}
          </button>
          {value.password !== null && <PasswordActions password={value.password} act={act} onOpen={setOpen} />}
        </div>
      </div>
      {open === 'passkey' && (
        <PasskeyDialog count={value.passkeys.length} onClose={close} onDone={() => done(messages.added())} />
      )}
      {open === 'password' && <PasswordDialog onClose={close} onDone={() => done(messages.saved())} />}
      {typeof open === 'object' && (
        <CodesDialog offer={open} onClose={close} onDone={() => done(messages.codesSaved())} />
      )}
    </section>
  )
}

interface ActionProps {
  readonly password: NonNullable<Methods['password']>
  readonly act: (action: () => Promise<unknown>) => Promise<void>
  readonly onOpen: (open: Open) => void
}

function PasswordActions({ password, act, onOpen }: ActionProps) {
  const turnOff = async () => {
    await call('remove-one-time-codes', {})
    showToast(messages.codesRemoved())
  }
  const remove = async () => {
    await call('remove-password', {})
    showToast(messages.removed())
  }
  return (
    <>
      {password.one_time_codes ? (
        <button type="button" class="button small" onClick={() => void act(turnOff)}>
          {messages.codes()}: {messages.turnOff()}
        </button>
      ) : (
        <button
          type="button"
          class="button small"
          onClick={() => void act(async () => onOpen(await call('begin-one-time-codes', {})))}
        >
          {messages.codes()}: {messages.turnOn()}
        </button>
      )}
      <button type="button" class="button quiet small" onClick={() => void act(remove)}>
        {messages.removePassword()}
      </button>
    </>
  )
}

interface DialogProps {
  readonly onClose: () => void
  readonly onDone: () => Promise<void>
}

function PasskeyDialog({ count, onClose, onDone }: DialogProps & { count: number }) {
  const [name, setName] = useState(messages.defaultName({ number: count + 1 }))
  const [problem, setProblem] = useState<string>()
  const { error, busy, attempt } = useAttempts()
  const add = () =>
    attempt(async () => {
      setProblem(undefined)
      try {
        await addPasskey(name)
      } catch (failure) {
        if (!(failure instanceof DOMException)) throw failure
        return setProblem(signInMethodMessages.passkeyCancelled())
      }
      await onDone()
    })
  return (
    <Dialog
      title={messages.addPasskey()}
      submit={messages.addPasskey()}
      busy={busy}
      onClose={onClose}
      onSubmit={() => void add()}
    >
      <TextField label={messages.passkeyName()} value={name} onInput={setName} maxLength={100} />
      {problem !== undefined && (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
      <FormError error={error} than={[]} />
    </Dialog>
  )
}

function PasswordDialog({ onClose, onDone }: DialogProps) {
  const [name, setName] = useState(me.value?.person.name ?? '')
  const [password, setPassword] = useState('')
  const { error, busy, attempt } = useAttempts()
  const save = () =>
    attempt(async () => {
      await call('set-password', { name, password })
      await onDone()
    })
  return (
    <Dialog
      title={messages.setPassword()}
      submit={messages.setPassword()}
      busy={busy}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <p class="soft">{messages.passwordHelp()}</p>
      <TextField
        label={signInMethodMessages.name()}
        value={name}
        onInput={setName}
        error={errorFor(error, 'name')}
        maxLength={100}
      />
      <TextField
        label={signInMethodMessages.password()}
        value={password}
        onInput={setPassword}
        error={errorFor(error, 'password')}
        isSecret
        autocomplete="new-password"
        maxLength={1000}
      />
      <FormError error={error} than={['name', 'password']} />
    </Dialog>
  )
}

function CodesDialog({ offer, onClose, onDone }: DialogProps & { offer: { secret: string; address: string } }) {
  const [code, setCode] = useState('')
  const { error, busy, attempt } = useAttempts()
  const confirm = () =>
    attempt(async () => {
      await call('confirm-one-time-codes', { secret: offer.secret, code })
      await onDone()
    })
  return (
    <Dialog
      title={messages.codesTitle()}
      submit={messages.turnOn()}
      busy={busy}
      onClose={onClose}
      onSubmit={() => void confirm()}
    >
      <p class="soft">{messages.codesHelp()}</p>
      <div class="secret">
        <code>{offer.secret}</code>
        <CopyButton text={offer.secret} />
      </div>
      <p>
        <a href={offer.address}>{messages.openApp()}</a>
      </p>
      <TextField
        label={signInMethodMessages.code()}
        value={code}
        onInput={setCode}
        error={errorFor(error, 'code')}
        inputMode="numeric"
        maxLength={10}
      />
      <FormError error={error} than={['code']} />
    </Dialog>
  )
}
