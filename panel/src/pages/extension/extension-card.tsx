import { useState } from 'preact/hooks'
import { type Answer, call } from '../../api.ts'
import { date } from '../../format.ts'
import { dashboard, may } from '../../state.ts'
import { Secret } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Light } from '../../ui/light.tsx'
import { Ago, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { extensionMessages } from '../connections/messages.ts'

type Pairing = Answer<'get-extension'>['pairings'][number]

/** Browsers that are paired with the clip extension. */
export function ExtensionCard() {
  const { value, act } = useLoaded(() => call('get-extension', {}), [dashboard.value?.extension])
  const [code, setCode] = useState<Answer<'create-extension-code'>>()
  if (value === undefined) return null

  return (
    <section class="card" aria-label={extensionMessages.title()}>
      <header>
        <h2 class="grow">{extensionMessages.title()}</h2>
        <a class="button small" href={value.download_url} download>
          {extensionMessages.download()}
        </a>
        {may('editor') && (
          <button
            type="button"
            class="button small"
            onClick={() => void act(async () => setCode(await call('create-extension-code', {})))}
          >
            {extensionMessages.code()}
          </button>
        )}
      </header>
      <p class="inside soft">{extensionMessages.help()}</p>
      <ul class="people">
        {value.pairings.map((pairing) => (
          <li key={pairing.id}>
            <div class="grow">
              <p class="row">
                <b>{pairing.browser}</b>
                <PairingLight pairing={pairing} />
              </p>
              <p class="faint small">
                {extensionMessages.paired({ date: date(pairing.paired_at) })}
                {pairing.seen_at !== null && (
                  <>
                    {' '}
                    · {extensionMessages.seen()} <Ago at={pairing.seen_at} />
                  </>
                )}
              </p>
            </div>
            {may('editor') && (
              <button
                type="button"
                class="button small danger"
                aria-label={extensionMessages.unpairOne({ browser: pairing.browser })}
                onClick={() =>
                  void act(async () => {
                    await call('unpair-extension', { id: pairing.id })
                    showToast(extensionMessages.unpaired())
                  })
                }
              >
                {extensionMessages.unpair()}
              </button>
            )}
          </li>
        ))}
      </ul>
      {code !== undefined && (
        <Dialog title={extensionMessages.codeTitle()} onClose={() => setCode(undefined)}>
          <p class="soft">{extensionMessages.codeHelp()}</p>
          <Secret text={code.code} />
          <p class="faint small">
            {extensionMessages.server()} <code>{code.server_url}</code>
          </p>
        </Dialog>
      )}
    </section>
  )
}

function PairingLight({ pairing: { connected, tab_open: hasTab } }: { pairing: Pairing }) {
  if (!connected) return <Light state="off" word={extensionMessages.off()} />
  if (!hasTab) return <Light state="standby" word={extensionMessages.noTab()} />
  return <Light state="go" word={extensionMessages.ready()} />
}
