import { useState } from 'preact/hooks'
import { type Answer, call } from '../../api.ts'
import { date } from '../../format.ts'
import { dashboard, may } from '../../state.ts'
import { Secret } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Light } from '../../ui/light.tsx'
import { Ago, useLoaded } from '../../ui/parts.tsx'
import { say as toast } from '../../ui/toasts.tsx'
import { settingsWords } from '../../words/settings-words.ts'

type Pairing = Answer<'get-extension'>['pairings'][number]
const say = settingsWords.extension

/** The browsers that make clips for us. */
export function ExtensionCard() {
  const { value, act } = useLoaded(() => call('get-extension', {}), [dashboard.value?.extension])
  const [code, setCode] = useState<Answer<'make-extension-code'>>()
  if (value === undefined) return null

  return (
    <section class="card" aria-label={say.title}>
      <header>
        <h2 class="grow">{say.title}</h2>
        <a class="button small" href={value.download_url} download>
          {say.download}
        </a>
        {may('editor') && (
          <button
            type="button"
            class="button small"
            onClick={() => void act(async () => setCode(await call('make-extension-code', {})))}
          >
            {say.code}
          </button>
        )}
      </header>
      <p class="inside soft">{say.help}</p>
      <ul class="people">
        {value.pairings.map((pairing) => (
          <li key={pairing.id}>
            <div class="grow">
              <p class="row">
                <b>{pairing.browser}</b>
                <PairingLight pairing={pairing} />
              </p>
              <p class="faint small">
                {say.paired} {date(pairing.paired_at)}
                {pairing.seen_at !== null && (
                  <>
                    {' '}
                    · {say.seen} <Ago at={pairing.seen_at} />
                  </>
                )}
              </p>
            </div>
            {may('editor') && (
              <button
                type="button"
                class="button small danger"
                aria-label={`${say.unpair}: ${pairing.browser}`}
                onClick={() =>
                  void act(async () => {
                    await call('unpair-extension', { id: pairing.id })
                    toast(say.unpaired)
                  })
                }
              >
                {say.unpair}
              </button>
            )}
          </li>
        ))}
      </ul>
      {code !== undefined && (
        <Dialog title={say.codeTitle} onClose={() => setCode(undefined)}>
          <p class="soft">{say.codeHelp}</p>
          <Secret text={code.code} />
          <p class="faint small">
            {say.server}: <code>{code.server_url}</code>
          </p>
        </Dialog>
      )}
    </section>
  )
}

function PairingLight({ pairing: { connected, tab_open: hasTab } }: { pairing: Pairing }) {
  const { ready, noTab, off } = say.states
  return (
    <Light state={connected ? (hasTab ? 'go' : 'standby') : 'off'} word={connected ? (hasTab ? ready : noTab) : off} />
  )
}
