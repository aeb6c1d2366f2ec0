import { useState } from 'preact/hooks'
import { platforms, platformTitles } from '../../../../src/platforms/contract/platforms.ts'
import { call } from '../../api.ts'
import { minutes, number } from '../../format.ts'
import { commonMessages } from '../../messages/common.ts'
import { may } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PlatformSelect } from '../../ui/forms/platform-select.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { viewerMessages } from './messages.ts'
import type { ViewerAnswer } from './viewer-answer.ts'

type Entry = ViewerAnswer['viewer']

/** Accounts of the same person on other platforms. */
export function Accounts({ answer, onChanged }: { answer: ViewerAnswer; onChanged: () => Promise<void> }) {
  const { viewer, accounts } = answer
  const [linking, setLinking] = useState(false)
  const mayLink = may('moderator')

  async function change(action: () => Promise<unknown>, done: string, back?: () => Promise<unknown>): Promise<void> {
    await attempt(async () => {
      await action()
      showToast(done, 'go', back && (() => back().then(onChanged)))
    })
    await onChanged()
  }

  /** Any other account of the same person. */
  const partnerOf = (account: Entry) => accounts.find(({ id }) => id !== account.id) ?? viewer

  return (
    <section class="part">
      <div class="row">
        <h2 class="grow">{viewerMessages.accounts()}</h2>
        {mayLink && accounts.length < platforms.length && (
          <button type="button" class="button small" onClick={() => setLinking(true)}>
            {viewerMessages.link()}
          </button>
        )}
      </div>
      <ul class="accounts">
        {accounts.map((account) => (
          <li key={account.id} class={`edge ${account.platform}`}>
            <span class="grow cut">
              {account.id === viewer.id ? (
                <b>{account.displayname}</b>
              ) : (
                <a href={`/viewers?viewer=${account.id}`}>{account.displayname}</a>
              )}{' '}
              <span class="faint small">{platformTitles[account.platform]}</span>
            </span>
            <span class="faint small figure">
              {number(account.points)} · {minutes(account.watch_minutes)}
            </span>
            {mayLink && accounts.length > 1 && (
              <button
                type="button"
                class="button quiet small"
                aria-label={viewerMessages.unlinkOne({
                  name: account.displayname,
                  platform: platformTitles[account.platform],
                })}
                onClick={() =>
                  void change(
                    () => call('unlink-viewer', { viewer_id: account.id }),
                    viewerMessages.unlinked({ name: account.displayname }),
                    () => call('link-viewers', { viewer_id: partnerOf(account).id, other_id: account.id }),
                  )
                }
              >
                {viewerMessages.unlink()}
              </button>
            )}
          </li>
        ))}
      </ul>
      <p class="faint small">{viewerMessages.accountsHelp()}</p>
      {linking && (
        <LinkDialog
          viewer={viewer}
          taken={accounts.map(({ platform }) => platform)}
          onClose={() => setLinking(false)}
          onPick={(other) => {
            setLinking(false)
            void change(
              () => call('link-viewers', { viewer_id: viewer.id, other_id: other.id }),
              viewerMessages.linked({ name: other.displayname }),
            )
          }}
        />
      )}
    </section>
  )
}

interface LinkProps {
  readonly viewer: Entry
  readonly taken: readonly Entry['platform'][]
  readonly onClose: () => void
  readonly onPick: (other: Entry) => void
}

function LinkDialog({ viewer, taken, onClose, onPick }: LinkProps) {
  const free = platforms.filter((platform) => !taken.includes(platform))
  const [platform, setPlatform] = useState(free[0] ?? 'kick')
  const [search, setSearch] = useState(viewer.username)
  const { value: found } = useLoaded(async () => {
    const typed = search.trim()
    return typed === '' ? [] : (await call('list-viewers', { platform, search: typed, limit: 8 })).viewers
  }, [platform, search])
  return (
    <Dialog
      title={viewerMessages.linkTitle({ name: viewer.displayname })}
      onClose={onClose}
      submit={commonMessages.close()}
    >
      <p class="soft">{viewerMessages.linkHelp()}</p>
      <div class="row">
        <SearchField label={viewerMessages.search()} value={search} onInput={setSearch} />
        <PlatformSelect
          label={viewerMessages.platform()}
          class="auto"
          value={platform}
          among={free}
          onChange={setPlatform}
        />
      </div>
      <ul class="accounts" aria-live="polite">
        {found?.map((other) => (
          <li key={other.id} class={`edge ${other.platform}`}>
            <span class="grow cut">
              <b>{other.displayname}</b>
            </span>
            <span class="faint small figure">
              {number(other.points)} · {minutes(other.watch_minutes)}
            </span>
            <button
              type="button"
              class="button small"
              aria-label={viewerMessages.linkOne({ name: other.displayname })}
              onClick={() => onPick(other)}
            >
              {viewerMessages.link()}
            </button>
          </li>
        ))}
        {found?.length === 0 && <li class="soft">{viewerMessages.noMatch()}</li>}
      </ul>
    </Dialog>
  )
}
