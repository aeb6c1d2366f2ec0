import './rewards.css'
import { useState } from 'preact/hooks'
import { useRoute } from 'preact-iso'
import type { PlatformDefinition } from '../../../../src/platforms/contract/definition.ts'
import {
  type Platform,
  platformDefinitions,
  platformTitles,
  wordFor,
} from '../../../../src/platforms/contract/platforms.ts'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { Loading } from '../../ui/loading.tsx'
import { Ago, Empty, Heading, LoadError, useLoaded } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { rewardMessages } from './messages.ts'
import { Polls } from './polls.tsx'
import type { Reward } from './reward.ts'
import { RewardDialog } from './reward-dialog.tsx'

/** The platforms with channel points; Twitch first, because most rewards are there. */
const rewardPlatforms = platformsWith('rewards').toReversed()
const pollPlatforms = platformsWith('polls')

function platformsWith(name: 'rewards' | 'polls'): Platform[] {
  const able = platformDefinitions.filter(({ allows }) => (allows as PlatformDefinition['allows'])[name])
  return able.map(({ name }) => name)
}

/** The rewards of one platform, the redemptions that wait for a decision, and polls and predictions where it has them. */
export function Rewards() {
  const { params } = useRoute()
  const platform = rewardPlatforms.find((one) => one === params.platform) ?? rewardPlatforms[0] ?? 'twitch'
  return (
    <div class="width two rewards">
      <Heading title={rewardMessages.title()} lead={rewardMessages.lead()} />
      <nav class="tabs filters" aria-label={rewardMessages.title()}>
        {rewardPlatforms.map((one) => (
          <a key={one} href={`/rewards/${one}`} aria-current={one === platform ? 'page' : undefined}>
            {platformTitles[one]}
          </a>
        ))}
      </nav>
      <div class="columns" key={platform}>
        <RewardList platform={platform} />
        <Waiting platform={platform} />
      </div>
      {pollPlatforms.includes(platform) && <Polls platform={platform} />}
    </div>
  )
}

function RewardList({ platform }: { platform: Platform }) {
  const changes = useLogCount('reward')
  const word = wordFor(platform)
  const { value, error, reload, act } = useLoaded(() => call('list-rewards', { platform: word }), [changes])
  const [editing, setEditing] = useState<Reward | 'new'>()
  const [removing, setRemoving] = useState<Reward>()
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  if (value === undefined) return <Loading />
  const mayEdit = may('editor')
  return (
    <section class="card" aria-label={platformTitles[platform]}>
      <header>
        <h2>{platformTitles[platform]}</h2>
        {mayEdit && (
          <button type="button" class="button primary" onClick={() => setEditing('new')}>
            <Icon name="plus" />
            {rewardMessages.newReward()}
          </button>
        )}
      </header>
      {value.rewards.length === 0 && (
        <Empty title={rewardMessages.none()}>
          <p>{rewardMessages.noneHelp()}</p>
        </Empty>
      )}
      <ul class="reward-list">
        {value.rewards.map((reward) => (
          <RewardRow
            key={reward.id}
            reward={reward}
            onChange={(change) =>
              void act(() => call('update-reward', { platform: word, reward_id: reward.id, ...change }))
            }
            onEdit={() => setEditing(reward)}
            onRemove={() => setRemoving(reward)}
          />
        ))}
      </ul>
      {editing !== undefined && (
        <RewardDialog
          platform={platform}
          reward={editing === 'new' ? undefined : (value.rewards.find(({ id }) => id === editing.id) ?? editing)}
          onClose={() => setEditing(undefined)}
          onDone={(name) => {
            setEditing(undefined)
            showToast(rewardMessages.saved({ name }))
            void reload()
          }}
        />
      )}
      {removing !== undefined && (
        <Confirm
          title={rewardMessages.removeTitle({ name: removing.title })}
          help={rewardMessages.removeHelp()}
          submit={rewardMessages.removeButton()}
          onClose={() => setRemoving(undefined)}
          onSubmit={() => {
            setRemoving(undefined)
            void act(async () => {
              await call('delete-reward', { platform: word, reward_id: removing.id })
              showToast(rewardMessages.removed({ name: removing.title }))
            })
          }}
        />
      )}
    </section>
  )
}

interface RowProps {
  readonly reward: Reward
  readonly onChange: (change: { enabled?: boolean; paused?: boolean }) => void
  readonly onEdit: () => void
  readonly onRemove: () => void
}

function RewardRow({ reward, onChange, onEdit, onRemove }: RowProps) {
  const { title: name, cost, enabled, paused, command, can_manage: canManage } = reward
  const mayEdit = may('editor')
  return (
    <li class={enabled ? '' : 'is-off'}>
      <span class="swatch" style={{ background: reward.color }} aria-hidden="true" />
      <span class="grow cut">
        <b>{name}</b>
        <span class="faint small cut">{command === null ? reward.prompt : rewardMessages.runs({ command })}</span>
      </span>
      {paused && <span class="tag">{rewardMessages.paused()}</span>}
      {!canManage && (
        <span class="tag" title={rewardMessages.foreignHelp()}>
          {rewardMessages.foreign()}
        </span>
      )}
      <span class="small soft figure nowrap">{rewardMessages.price({ count: cost })}</span>
      {mayEdit && <IconButton icon="edit" label={rewardMessages.edit({ name })} onClick={onEdit} />}
      {mayEdit && canManage && (
        <>
          <IconButton
            icon={paused ? 'play' : 'pause'}
            label={paused ? rewardMessages.resume({ name }) : rewardMessages.pause({ name })}
            onClick={() => onChange({ paused: !paused })}
          />
          <IconButton icon="trash" label={rewardMessages.remove({ name })} onClick={onRemove} />
        </>
      )}
      <Switch
        label={rewardMessages.enabled({ name })}
        isQuiet
        checked={enabled}
        disabled={!mayEdit || !canManage}
        onChange={(on) => onChange({ enabled: on })}
      />
    </li>
  )
}

function Waiting({ platform }: { platform: Platform }) {
  const changes = useLogCount('redemption')
  const word = wordFor(platform)
  const { value, error, act } = useLoaded(() => call('list-redemptions', { platform: word }), [changes])
  // The list beside this one says what is wrong.
  if (error !== undefined || value === undefined) return null
  const settle = (redemption_id: string, status: 'fulfilled' | 'refunded') =>
    void act(() => call('update-redemption', { platform: word, redemption_id, status }))
  return (
    <section class="card" aria-label={rewardMessages.waiting()}>
      <header>
        <h2>{rewardMessages.waiting()}</h2>
        <span class="faint small">{rewardMessages.waitingHelp()}</span>
      </header>
      {value.redemptions.length === 0 && <p class="inside soft">{rewardMessages.nothingWaiting()}</p>}
      <ul class="redemptions">
        {value.redemptions.map(({ id, reward_title: reward, displayname: name, message, redeemed_at }) => (
          <li key={id}>
            <div class="row">
              <span class="grow">{rewardMessages.redeemed({ name, reward })}</span>
              <span class="faint small nowrap">
                <Ago at={Date.parse(redeemed_at)} />
              </span>
            </div>
            {message !== '' && <p class="soft">{message}</p>}
            {may('moderator') && (
              <div class="row">
                <button
                  type="button"
                  class="button"
                  aria-label={rewardMessages.fulfilOne({ reward, name })}
                  onClick={() => settle(id, 'fulfilled')}
                >
                  {rewardMessages.fulfil()}
                </button>
                <button
                  type="button"
                  class="button"
                  aria-label={rewardMessages.refundOne({ reward, name })}
                  onClick={() => settle(id, 'refunded')}
                >
                  {rewardMessages.refund()}
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
