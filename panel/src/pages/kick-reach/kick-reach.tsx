import { useEffect, useState } from 'preact/hooks'
import { type Answer, call } from '../../api.ts'
import { listed } from '../../format.ts'
import { dashboard, may } from '../../state.ts'
import { Secret } from '../../ui/copy.tsx'
import { Light } from '../../ui/light.tsx'
import { Ago, useLoaded } from '../../ui/parts.tsx'
import { MirrorWay, OwnWay, TunnelWay } from './kick-reach-ways.tsx'
import { reachKinds, reachMessages, reachWays } from './messages.ts'
import './kick-reach.css'

type Reach = Answer<'get-kick-reach'>

const pollMs = 3_000

/** The ways by which events of Kick reach this server: which one works, and what is missing meanwhile. */
export function KickReach() {
  const { value, reload, act } = useLoaded(() => call('get-kick-reach', {}), [dashboard.value?.extension])
  const [isChecking, setChecking] = useState(false)
  const isWaiting = value !== undefined && isUnsettled(value)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void reload(), pollMs)
    return () => clearInterval(timer)
  }, [isWaiting])
  if (value === undefined) return null

  const set = (way: 'tunnel' | 'mirror', enabled: boolean) => act(() => call('set-kick-reach', { way, enabled }))
  async function check(): Promise<void> {
    setChecking(true)
    await act(() => call('check-kick-reach', {}))
    setChecking(false)
  }

  const checkButton = may('owner') && (
    <button type="button" class="button small" disabled={isChecking} onClick={() => void check()}>
      {reachMessages.check()}
    </button>
  )

  return (
    <section class="part reach" aria-label={reachMessages.title()}>
      <h3>{reachMessages.title()}</h3>
      <p class="soft small">{reachMessages.lead()}</p>
      <Summary reach={value} />
      {value.webhook_address !== null && (
        <div class="field">
          <span class="label">{reachMessages.address()}</span>
          <Secret text={value.webhook_address} />
          <div class="row">
            <p class="faint small grow">{reachMessages.addressHelp()}</p>
            {checkButton}
          </div>
        </div>
      )}
      {value.webhook_address === null && value.tunnel.wanted && <div>{checkButton}</div>}
      <ul class="ways">
        <TunnelWay reach={value} onSet={(enabled) => void set('tunnel', enabled)} />
        <MirrorWay reach={value} onSet={(enabled) => void set('mirror', enabled)} />
        <OwnWay reach={value} />
      </ul>
      {!may('owner') && <p class="faint small">{reachMessages.onlyOwner()}</p>}
    </section>
  )
}

/** Something is on its way that no message of the server announces. */
function isUnsettled({ tunnel, mirror }: Reach): boolean {
  return (tunnel.wanted && tunnel.state !== 'on') || (mirror.wanted && mirror.state !== 'on')
}

function Summary({ reach: { working, missing, received_at: receivedAt } }: { reach: Reach }) {
  const ways = listed(working.map((way) => reachWays[way]()))
  const kinds = listed(missing.map((kind) => reachKinds[kind]()))
  const isComplete = missing.length === 0
  return (
    <div role="status">
      {working.length === 0 ? (
        <Light state="stop" word={reachMessages.nothing()} />
      ) : (
        <Light state={isComplete ? 'go' : 'standby'} word={reachMessages.working({ ways })} />
      )}
      <p class="small">{isComplete ? reachMessages.complete() : reachMessages.missing({ kinds })}</p>
      {receivedAt !== null && (
        <p class="faint small">
          {reachMessages.lastEvent()} <Ago at={receivedAt} />
        </p>
      )}
    </div>
  )
}
