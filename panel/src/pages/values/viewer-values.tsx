import { useState } from 'preact/hooks'
import { type Platform, platformTitles } from '../../../../src/platforms/contract/platforms.ts'
import { call } from '../../api.ts'
import { now } from '../../state.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { PlatformSelect } from '../../ui/forms/platform-select.tsx'
import { LoadError, useLoaded } from '../../ui/parts.tsx'
import { valueMessages } from './messages.ts'
import { ValueControls } from './value-controls.tsx'
import { type Holder, holderInput, shownValue, type ValueEntry } from './value-entry.ts'

interface ViewersProps {
  readonly entry: ValueEntry
  readonly changes: number
  readonly holder: Holder | undefined
  readonly onChoose: (holder: Holder) => void
}

/** A value that each viewer has: one viewer is looked up or chosen from those whose value changed last. */
export function ViewerValues({ entry, changes, holder, onChoose }: ViewersProps) {
  const [username, setUsername] = useState(holder?.username ?? '')
  const [platform, setPlatform] = useState<Platform>(holder?.platform ?? 'kick')
  const { value, reload } = useLoaded(
    async () => ({ ...(await call('list-viewer-values', { name: entry.name })), readAt: Date.now() }),
    [changes],
  )
  return (
    <>
      <Form class="inside lookup" onSubmit={async () => onChoose({ username: username.trim(), platform })}>
        <Field label={valueMessages.viewer()}>
          {(attributes) => (
            <div class="row">
              <input
                {...attributes}
                type="text"
                autocomplete="off"
                value={username}
                onInput={(event) => setUsername(event.currentTarget.value)}
              />
              <PlatformSelect label={valueMessages.platform()} class="auto" value={platform} onChange={setPlatform} />
              <button type="submit" class="button" disabled={username.trim() === ''}>
                {valueMessages.show()}
              </button>
            </div>
          )}
        </Field>
      </Form>
      {holder !== undefined && (
        <OneViewer key={JSON.stringify(holder)} entry={entry} holder={holder} changes={changes} onChanged={reload} />
      )}
      <section class="part" aria-label={valueMessages.changedLast()}>
        <h3>{valueMessages.changedLast()}</h3>
        {value?.viewers.length === 0 && <p class="soft">{valueMessages.noViewers()}</p>}
        <ul class="holders">
          {value?.viewers.map((one) => (
            <li key={`${one.platform} ${one.username}`}>
              <button
                type="button"
                class="button quiet small grow"
                onClick={() => {
                  setUsername(one.username)
                  setPlatform(one.platform)
                  onChoose({ username: one.username, platform: one.platform })
                }}
              >
                <span class="cut">{one.displayname}</span>
                <span class="faint">{platformTitles[one.platform]}</span>
                <span class="figure cut value">{shownValue(one, value.readAt, now.value)}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}

interface OneProps {
  readonly entry: ValueEntry
  readonly holder: Holder
  readonly changes: number
  readonly onChanged: () => Promise<void>
}

function OneViewer({ entry, holder, changes, onChanged }: OneProps) {
  const { value, error, reload } = useLoaded(
    async () => ({
      content: await call('get-value', { name: entry.name, ...holderInput(holder) }),
      readAt: Date.now(),
    }),
    [changes],
  )
  if (error !== undefined) {
    return (
      <div class="part">
        <LoadError error={error} />
      </div>
    )
  }
  if (value === undefined) return null
  return (
    <section class="one-viewer" aria-label={valueMessages.valueOf({ username: holder.username })}>
      <h3 class="inside">{valueMessages.valueOf({ username: holder.username })}</h3>
      <ValueControls
        content={value.content}
        readAt={value.readAt}
        holder={holder}
        onChanged={async () => {
          await reload()
          await onChanged()
        }}
      />
    </section>
  )
}
