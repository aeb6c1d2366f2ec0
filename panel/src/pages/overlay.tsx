import { useState } from 'preact/hooks'
import { type Answer, call } from '../api.ts'
import { desk, firingChanges, may, recent } from '../state.ts'
import { Secret } from '../ui/copy.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Light, type LightState } from '../ui/light.tsx'
import { Ago, Heading, TroubleNote, useLoaded } from '../ui/parts.tsx'
import { say, sayTrouble } from '../ui/toasts.tsx'
import { words } from '../words/words.ts'

type Firing = Answer<'get-overlay'>['firings'][number]

export function Overlay() {
  const newestCue = recent.value.find(({ kind }) => kind.startsWith('cue.'))?.seq
  const { value, trouble, reload } = useLoaded(() => call('get-overlay', {}), [firingChanges.value, newestCue])
  const connected = desk.value?.overlay === true
  if (trouble !== undefined) return <TroubleNote trouble={trouble} onRetry={reload} />
  return (
    <div class="width">
      <Heading title={words.overlay.title} lead={words.overlay.lead}>
        <Light state={connected ? 'go' : 'off'} glow={connected} word={connected ? words.bar.on : words.bar.off} />
      </Heading>
      <div class="pair">
        <LinkCard />
        <TestCard />
      </div>
      <section class="card">
        <header>
          <h2>{words.overlay.recent}</h2>
        </header>
        {value?.firings.length === 0 ? (
          <p class="inside soft">{words.overlay.none}</p>
        ) : (
          <Firings rows={value?.firings ?? []} />
        )}
      </section>
    </div>
  )
}

function LinkCard() {
  const [link, setLink] = useState<string>()
  const [rolling, setRolling] = useState(false)
  async function reveal(): Promise<void> {
    try {
      setLink((await call('get-overlay-link', {})).link)
    } catch (error) {
      sayTrouble(error)
    }
  }
  async function roll(): Promise<void> {
    try {
      setLink((await call('roll-overlay-link', {})).link)
      say(words.overlay.rolled)
    } catch (error) {
      sayTrouble(error)
    }
    setRolling(false)
  }
  return (
    <section class="card">
      <header>
        <h2>{words.overlay.link}</h2>
      </header>
      <div class="inside stack">
        <p class="soft">{words.overlay.linkHelp}</p>
        {link === undefined ? <p class="faint small">{words.overlay.hidden}</p> : <Secret text={link} />}
        {may('editor') && (
          <div class="row wrap">
            {link === undefined ? (
              <button type="button" class="button primary" onClick={reveal}>
                {words.overlay.reveal}
              </button>
            ) : (
              <button type="button" class="button" onClick={() => setLink(undefined)}>
                {words.overlay.conceal}
              </button>
            )}
            <button type="button" class="button" onClick={() => setRolling(true)}>
              {words.overlay.roll}
            </button>
          </div>
        )}
      </div>
      {rolling && (
        <Dialog
          title={words.overlay.rollTitle}
          onClose={() => setRolling(false)}
          onSubmit={roll}
          submit={words.overlay.roll}
          danger
        >
          <p class="soft">{words.overlay.rollHelp}</p>
        </Dialog>
      )}
    </section>
  )
}

function TestCard() {
  const [trouble, setTrouble] = useState<string>()
  async function test(kind: 'tts' | 'donation'): Promise<void> {
    try {
      await call('test-overlay', { kind })
      setTrouble(undefined)
      say(words.overlay.tested)
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : undefined)
    }
  }
  return (
    <section class="card">
      <header>
        <h2>{words.overlay.test}</h2>
      </header>
      <div class="inside stack">
        <div class="row wrap">
          <button type="button" class="button" disabled={!may('moderator')} onClick={() => test('tts')}>
            {words.overlay.testSpeech}
          </button>
          <button type="button" class="button" disabled={!may('moderator')} onClick={() => test('donation')}>
            {words.overlay.testDonation}
          </button>
        </div>
        {trouble !== undefined && (
          <p class="trouble small" role="alert">
            {trouble}
          </p>
        )}
      </div>
    </section>
  )
}

const lights: Readonly<Record<string, LightState>> = {
  queued: 'standby',
  sent: 'standby',
  shown: 'go',
  finished: 'off',
  failed: 'stop',
}

function Firings({ rows }: { rows: readonly Firing[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{words.overlay.item}</th>
          <th scope="col">{words.overlay.what}</th>
          <th scope="col">{words.overlay.state}</th>
          <th scope="col" class="number wide-only">
            {words.overlay.when}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, kind, state, error, payload, created_at }) => (
          <tr key={id}>
            <td>{words.overlay.kinds[kind] ?? kind}</td>
            <td class="cut what">{summaryOf(payload)}</td>
            <td>
              <Light
                state={lights[state] ?? 'off'}
                glow={state === 'shown'}
                word={words.overlay.states[state] ?? state}
              />
              {error !== null && <span class="faint small"> {error}</span>}
            </td>
            <td class="number soft wide-only">
              <Ago at={created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function summaryOf({ username, displayname, text, message, name }: Readonly<Record<string, unknown>>): string {
  return [displayname ?? username, text ?? message ?? name]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(': ')
}
