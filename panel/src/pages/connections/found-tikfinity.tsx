import { useState } from 'preact/hooks'
import { setupOf } from '../../../../src/capabilities/service-setups/contract/service-setups.ts'
import { call, errorFor } from '../../api.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Light } from '../../ui/light.tsx'
import { useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { tikfinityMessages } from './messages.ts'

const usernameTitle = () =>
  setupOf('tiktok')
    .fields.find(({ name }) => name === 'username')
    ?.title() ?? ''

/** Offers the TikFinity that runs on the computer of the server. Nothing is connected until the owner says so. */
export function FoundTikFinity({ onChanged }: { onChanged: () => Promise<void> }) {
  const { value } = useLoaded(() => call('find-tikfinity', {}), [])
  const [username, setUsername] = useState('')
  const { error, busy, attempt } = useAttempts()
  const url = value?.url ?? null
  if (url === null) return null
  const use = () =>
    attempt(async () => {
      const fields = [
        { name: 'tikfinity_url', value: url },
        { name: 'username', value: username },
      ]
      await call('save-service-setup', { service: 'tiktok', fields })
      showToast(tikfinityMessages.used())
      await onChanged()
    })
  return (
    <Form class="inside stack tight" label={tikfinityMessages.use()} onSubmit={use}>
      <Light state="go" word={tikfinityMessages.found()} />
      <p class="soft small">{tikfinityMessages.help()}</p>
      <TextField label={usernameTitle()} value={username} error={errorFor(error, 'username')} onInput={setUsername} />
      <FormError error={error} than={['username']} />
      <div class="row">
        <button type="submit" class="button small primary" disabled={busy || username.trim() === ''}>
          {tikfinityMessages.use()}
        </button>
      </div>
    </Form>
  )
}
