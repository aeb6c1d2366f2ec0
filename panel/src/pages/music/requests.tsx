import '../settings/settings.css'
import { useState } from 'preact/hooks'
import { songRecipes } from '../../../../src/capabilities/music/contract/recipes.ts'
import { type Answer, call } from '../../api.ts'
import { duration } from '../../format.ts'
import { may, playerChanges } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { addRecipe } from '../automations/add-recipe.ts'
import { BotSettings } from '../settings/bot-settings.tsx'
import { requestMessages } from './request-messages.ts'

type Requests = Answer<'list-song-requests'>
type Request = Requests['requests'][number]

/** What viewers requested, and the rules for it. `turn` changes when another song begins. */
export function SongRequests({ turn }: { turn: unknown }) {
  const changes = useLogCount('song', 'music', 'setting')
  const { value, error, reload, act } = useLoaded(
    () => call('list-song-requests', {}),
    [changes, playerChanges.value, turn],
  )
  const [blocking, setBlocking] = useState<Request>()
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  if (value === undefined) return null
  const { requests, song, skip_votes: votes, skip_votes_needed: needed } = value
  const current = song?.request
  return (
    <>
      <section class="card" aria-label={requestMessages.title()}>
        <header>
          <h2 class="grow">{requestMessages.title()}</h2>
          {needed > 0 && song !== null && (
            <span class="faint small figure">{requestMessages.votes({ votes, needed })}</span>
          )}
          {may('editor') && <AddCommands />}
        </header>
        {requests.length === 0 && !current && <p class="inside soft">{requestMessages.none()}</p>}
        <ul class="requests">
          {current && (
            <li key={current.id}>
              <div class="song" aria-current="true">
                <Named request={current} />
                <span class="tag">{requestMessages.playing()}</span>
              </div>
            </li>
          )}
          {requests.map((request, index) => (
            <li key={request.id}>
              <div class="song">
                <Named request={request} />
                <span class="faint small figure">{duration(request.seconds * 1000)}</span>
                {may('moderator') && (
                  <>
                    <IconButton
                      icon="up"
                      label={requestMessages.moveToTop({ title: request.title })}
                      disabled={index === 0}
                      onClick={() => void act(() => call('move-song-request', { id: request.id }))}
                    />
                    <IconButton
                      icon="shield"
                      label={requestMessages.block({ title: request.title })}
                      onClick={() => setBlocking(request)}
                    />
                    <IconButton
                      icon="close"
                      label={requestMessages.remove({ title: request.title })}
                      onClick={() => void act(() => removeRequest(request))}
                    />
                  </>
                )}
              </div>
            </li>
          ))}
        </ul>
      </section>
      <BotSettings section="music" />
      {blocking !== undefined && (
        <BlockDialog request={blocking} onClose={() => setBlocking(undefined)} onDone={reload} />
      )}
    </>
  )
}

async function removeRequest({ id, title }: Request): Promise<void> {
  const { refunded } = await call('remove-song-request', { id })
  showToast(
    refunded === 0 ? requestMessages.removed({ title }) : requestMessages.removedPaid({ title, points: refunded }),
  )
}

function Named({ request }: { request: Request }) {
  const { title, artist, displayname, points } = request
  return (
    <span class="grow cut">
      <b>{title}</b> <span class="faint small">{artist}</span>
      <span class="soft small by">
        {requestMessages.by({ displayname })}
        {points > 0 && ` · ${requestMessages.points({ points })}`}
      </span>
    </span>
  )
}

function BlockDialog({ request, onClose, onDone }: { request: Request; onClose: () => void; onDone: () => void }) {
  const [block, setBlock] = useState<'song' | 'viewer'>('song')
  const { error, busy, attempt } = useAttempts()
  const { id, title, displayname } = request
  const submit = () =>
    attempt(async () => {
      await call('block-song-request', { id, block })
      showToast(requestMessages.blocked({ name: block === 'song' ? title : displayname }))
      onDone()
      onClose()
    })
  const choices = {
    song: requestMessages.blockSong({ title }),
    viewer: requestMessages.blockViewer({ displayname }),
  }
  return (
    <Dialog
      title={requestMessages.blockTitle()}
      onClose={onClose}
      onSubmit={() => void submit()}
      submit={requestMessages.blockSubmit()}
      busy={busy}
    >
      <p class="soft">{requestMessages.blockHelp()}</p>
      {(['song', 'viewer'] as const).map((what) => (
        <label key={what} class="row">
          <input type="radio" name="block" checked={block === what} onChange={() => setBlock(what)} />
          <span>{choices[what]}</span>
        </label>
      ))}
      <FormError error={error} than={[]} />
    </Dialog>
  )
}

/** Adds the automations of all song recipes that are not there yet. */
function AddCommands() {
  const { busy, attempt } = useAttempts()
  const changes = useLogCount('automation')
  const { value } = useLoaded(() => call('list-automations', {}), [changes])
  // Names are in the language of whoever added them; what is typed in chat is the same in all.
  const commands = new Set(value?.automations.map(({ trigger }) => trigger.command))
  const missing = songRecipes.filter(
    ({ automation: { trigger } }) => !('command' in trigger && commands.has(trigger.command)),
  )
  if (value === undefined || missing.length === 0) return null
  const add = () =>
    attempt(async () => {
      for (const recipe of missing) await addRecipe(recipe)
      showToast(requestMessages.commandsAdded({ count: missing.length }))
    })
  return (
    <button type="button" class="button small" disabled={busy} onClick={() => void add()}>
      {requestMessages.addCommands()}
    </button>
  )
}
