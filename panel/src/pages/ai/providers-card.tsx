import { useState } from 'preact/hooks'
import { call } from '../../api.ts'
import { dollars } from '../../format.ts'
import { attempt } from '../../ui/attempt.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sortable } from '../../ui/lists/sortable.tsx'
import { Empty } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import type { AiBotState, AiProviderEntry } from './ai-state.ts'
import { aiMessages } from './messages.ts'
import { type EditedProvider, ProviderDialog } from './provider-dialog.tsx'

type Opened =
  | { readonly kind: 'edit'; readonly provider: EditedProvider }
  | { readonly kind: 'remove'; readonly provider: AiProviderEntry }

/** The model servers, in the order in which they are asked. */
export function ProvidersCard({ bot, onChanged }: { bot: AiBotState; onChanged: () => Promise<void> }) {
  const { providers, may_change_providers: mayChange } = bot
  const [opened, setOpened] = useState<Opened>()
  const given = providers.filter((one) => one.set_by !== null)
  const own = providers.filter((one) => one.set_by === null)
  const act = (action: () => Promise<unknown>) =>
    void attempt(async () => {
      await action()
      await onChanged()
    })

  const find = () =>
    act(async () => {
      const { found } = await call('find-local-ai', {})
      const [first] = found
      if (first === undefined) return showToast(aiMessages.foundNone())
      showToast(aiMessages.found({ name: first.name }))
      const { name, url, models } = first
      setOpened({ kind: 'edit', provider: { name, url, model: models[0] ?? '' } })
    })

  return (
    <section class="card providers" aria-label={aiMessages.providers()}>
      <header class="head">
        <div class="grow">
          <h2>{aiMessages.providers()}</h2>
          <p class="faint small">{aiMessages.providersHelp()}</p>
        </div>
        {mayChange && (
          <span class="row">
            <button type="button" class="button" onClick={find}>
              {aiMessages.find()}
            </button>
            <button type="button" class="button" onClick={() => setOpened({ kind: 'edit', provider: {} })}>
              <Icon name="plus" />
              {aiMessages.addProvider()}
            </button>
          </span>
        )}
      </header>
      {providers.length === 0 && (
        <Empty title={aiMessages.noProviders()}>
          <p>{aiMessages.noProvidersHelp()}</p>
        </Empty>
      )}
      {given.map((provider) => (
        <div key={provider.id} class="provider">
          <ProviderText provider={provider} />
        </div>
      ))}
      <Sortable
        items={own}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        disabled={!mayChange || own.length < 2}
        onOrder={(sorted) => act(() => call('sort-ai-providers', { ids: sorted.map(({ id }) => id) }))}
      >
        {(provider, _index, moves) => (
          <div class="provider">
            {moves}
            <ProviderText provider={provider} />
            {mayChange && (
              <span class="row">
                <button type="button" class="button small" onClick={() => setOpened({ kind: 'edit', provider })}>
                  {aiMessages.editProvider()}
                </button>
                <button
                  type="button"
                  class="button quiet small"
                  onClick={() => setOpened({ kind: 'remove', provider })}
                >
                  {aiMessages.removeProvider()}
                </button>
              </span>
            )}
          </div>
        )}
      </Sortable>
      {opened?.kind === 'edit' && (
        <ProviderDialog
          provider={own.find(({ id }) => id === opened.provider.id) ?? opened.provider}
          onClose={() => setOpened(undefined)}
          onSaved={async (name) => {
            setOpened(undefined)
            showToast(aiMessages.providerSaved({ name }))
            await onChanged()
          }}
        />
      )}
      {opened?.kind === 'remove' && (
        <Confirm
          title={aiMessages.removeTitle({ name: opened.provider.name })}
          help={aiMessages.removeHelp()}
          submit={aiMessages.removeProvider()}
          onClose={() => setOpened(undefined)}
          onSubmit={() => {
            const { id, name } = opened.provider
            setOpened(undefined)
            act(async () => {
              await call('remove-ai-provider', { id })
              showToast(aiMessages.removed({ name }))
            })
          }}
        />
      )}
    </section>
  )
}

function ProviderText({ provider }: { provider: AiProviderEntry }) {
  const { name, model, url, set_by: setBy } = provider
  return (
    <div class="grow">
      <p>
        <b>{name}</b> <span class="mono small">{model}</span>
      </p>
      <p class="faint small cut">{[url, keyText(provider), priceText(provider)].join(' · ')}</p>
      {setBy !== null && <p class="faint small">{aiMessages.setBy({ source: setBy })}</p>}
    </div>
  )
}

function keyText({ unreadable, has_key: hasKey, key_end: end }: AiProviderEntry): string {
  if (unreadable) return aiMessages.keyUnreadable()
  if (!hasKey) return aiMessages.keyMissing()
  return end === null ? aiMessages.keyStored() : aiMessages.keyEnds({ end })
}

function priceText({ input_price: input, output_price: output }: AiProviderEntry): string {
  return input === 0 && output === 0
    ? aiMessages.free()
    : aiMessages.price({ input: dollars(input), output: dollars(output) })
}
