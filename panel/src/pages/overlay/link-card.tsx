import { useState } from 'preact/hooks'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { SecretLink } from '../../ui/copy.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { messages } from './messages.ts'

export function LinkCard() {
  return (
    <section class="card">
      <header>
        <h2>{messages.link()}</h2>
      </header>
      <div class="inside stack tight">
        <p class="soft small">{messages.linkHelp()}</p>
        <Link isTest={false} />
        <details>
          <summary class="soft small">{messages.testLink()}</summary>
          <div class="stack tight">
            <p class="soft small">{messages.testLinkHelp()}</p>
            <Link isTest />
          </div>
        </details>
      </div>
    </section>
  )
}

/** The overlay link of the channel or of its test channel, hidden until it is asked for. */
function Link({ isTest }: { isTest: boolean }) {
  const [link, setLink] = useState<string>()
  const [rolling, setRolling] = useState(false)
  const reveal = () => attempt(async () => setLink((await call('get-overlay-link', { test: isTest })).link))
  async function roll(): Promise<void> {
    await attempt(async () => {
      setLink((await call('reset-overlay-link', { test: isTest })).link)
      showToast(messages.rolled())
    })
    setRolling(false)
  }
  return (
    <>
      {link === undefined ? <p class="faint small">{messages.hidden()}</p> : <SecretLink link={link} />}
      {may('editor') && (
        <div class="row wrap">
          {link !== undefined && (
            <a class="button" href={link} target="_blank" rel="noopener">
              {messages.openLink()}
            </a>
          )}
          <button
            type="button"
            class="button"
            onClick={() => (link === undefined ? void reveal() : setLink(undefined))}
          >
            {link === undefined ? messages.reveal() : messages.conceal()}
          </button>
          <button type="button" class="button quiet" onClick={() => setRolling(true)}>
            {messages.roll()}
          </button>
        </div>
      )}
      {rolling && (
        <Confirm
          title={messages.rollTitle()}
          onClose={() => setRolling(false)}
          onSubmit={() => void roll()}
          submit={messages.roll()}
          help={messages.rollHelp()}
        />
      )}
    </>
  )
}
