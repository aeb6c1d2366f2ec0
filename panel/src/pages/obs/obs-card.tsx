import { useState } from 'preact/hooks'
import { type Answer, call } from '../../api.ts'
import { connections, may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { ConnectionLight } from '../../ui/connection-light.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { Light } from '../../ui/light.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { ServiceSetup } from '../service-setups/service-setup.tsx'
import { obsCardMessages } from './messages.ts'

type ObsAnswer = Answer<'get-obs'>

/** OBS, loaded again when its connection or what it shows has changed. */
export function useObs() {
  const changed = useLogCount('obs', 'service-setup')
  const live = connections.value.find(({ id }) => id === 'obs')
  const known = live === undefined ? '' : `${live.state} ${live.message}`
  return useLoaded(() => call('get-obs', {}), [changed, known])
}

/** The connection to OBS: its state, how the overlay stands in it, and how to connect it. */
export function ObsCard() {
  const { value, reload } = useObs()
  if (value === undefined) return null
  const { state, until, message, way } = value
  return (
    <section class="card" aria-label={obsCardMessages.title()}>
      <header>
        <h2 class="grow">{obsCardMessages.title()}</h2>
        <ConnectionLight connection={way === 'page' ? { state: 'limited', until: null } : { state, until }} />
      </header>
      <div class="inside stack tight">
        {way === null && <p class="soft">{message === '' ? obsCardMessages.help() : message}</p>}
        {way !== null && <ObsFacts obs={value} />}
        {value.overlay !== null && <ObsOverlay overlay={value.overlay} onChanged={reload} />}
        {state === 'off' && may('owner') && <LocalObs onChanged={reload} />}
      </div>
      <div class="card-more">
        <ServiceSetup service="obs" isConfigured={state !== 'off'} onChanged={reload} />
      </div>
    </section>
  )
}

function ObsFacts({ obs }: { obs: ObsAnswer }) {
  const { way, limits, scene, streaming, recording, replay_buffer: replays } = obs
  const facts = [
    scene === null ? undefined : obsCardMessages.onAir({ scene }),
    streaming ? obsCardMessages.streaming() : undefined,
    recording ? obsCardMessages.recording() : undefined,
    replays ? obsCardMessages.replayBuffer() : undefined,
  ]
  return (
    <>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      <p class="soft small">{way === 'page' ? obsCardMessages.byPage() : obsCardMessages.bySocket()}</p>
      {limits.length > 0 && (
        <ul class="soft small">
          {limits.map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      )}
    </>
  )
}

interface OverlayProps {
  readonly overlay: NonNullable<ObsAnswer['overlay']>
  readonly onChanged: () => Promise<void>
}

/** Whether viewers see the overlay, what is wrong with it, and one button that corrects it. */
export function ObsOverlay({ overlay, onChanged }: OverlayProps) {
  const { error, busy, attempt } = useAttempts()
  const { source, on_air: isOnAir, warnings } = overlay
  const add = () =>
    attempt(async () => {
      await call('add-obs-overlay', {})
      showToast(obsCardMessages.overlayAdded())
      await onChanged()
    })
  const isMissing = warnings.some(({ problem }) => problem === 'missing' || problem === 'not_in_scene')
  return (
    <div class="stack tight">
      <p class="row">
        <span>{obsCardMessages.overlay()}</span>
        <Light
          state={isOnAir ? 'go' : 'stop'}
          word={isOnAir ? obsCardMessages.overlayOnAir() : obsCardMessages.overlayNotOnAir()}
        />
      </p>
      {source !== null && (
        <p class="faint small">
          {obsCardMessages.overlaySize({
            source,
            width: overlay.width,
            height: overlay.height,
            canvasWidth: overlay.canvas_width,
            canvasHeight: overlay.canvas_height,
          })}
        </p>
      )}
      {warnings.map(({ problem, message }) => (
        <p key={problem} class="error small">
          {message}
        </p>
      ))}
      <FormError error={error} than={[]} />
      {warnings.length > 0 && may('editor') && (
        <div>
          <button type="button" class="button small" disabled={busy} onClick={() => void add()}>
            {isMissing ? obsCardMessages.addOverlay() : obsCardMessages.fixOverlay()}
          </button>
        </div>
      )}
    </div>
  )
}

/** Looks for OBS on the machine of the server, and connects it when the owner says so. */
function LocalObs({ onChanged }: { onChanged: () => Promise<void> }) {
  const [found, setFound] = useState<Answer<'find-local-obs'>>()
  const { error, busy, attempt } = useAttempts()
  const find = () => attempt(async () => setFound(await call('find-local-obs', {})))
  const use = () =>
    attempt(async () => {
      await call('use-local-obs', {})
      showToast(obsCardMessages.used())
      await onChanged()
    })
  return (
    <>
      <div class="row">
        <button type="button" class="button small" disabled={busy} onClick={() => void find()}>
          {obsCardMessages.find()}
        </button>
        {found?.usable === true && (
          <button type="button" class="button small primary" disabled={busy} onClick={() => void use()}>
            {obsCardMessages.use()}
          </button>
        )}
      </div>
      <div role="status">
        {busy && found === undefined && <Light state="standby" word={obsCardMessages.finding()} />}
        {found !== undefined && <Light state={found.usable ? 'go' : 'off'} word={found.message} />}
      </div>
      <FormError error={error} than={[]} />
    </>
  )
}
