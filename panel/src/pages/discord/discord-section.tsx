import type { ComponentChildren } from 'preact'
import { defaultAnnouncement } from '../../../../src/capabilities/discord/contract/settings.ts'
import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { platforms, platformTitles } from '../../../../src/platforms/contract/platforms.ts'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { SaveBar } from '../../ui/forms/save-bar.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { Loading } from '../../ui/loading.tsx'
import { LoadError } from '../../ui/parts.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { settingsMessages } from '../settings/messages.ts'
import { useDiscord } from './discord-card.tsx'
import { Choice } from './discord-choice.tsx'
import { DiscordRoles } from './discord-roles.tsx'
import type { DiscordAnswer, DiscordDraft } from './discord-state.ts'
import { discordMessages as messages } from './messages.ts'

/** What the Discord bot does by itself. */
export function DiscordSection() {
  const { value, error, reload } = useDiscord()
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />
  if (value === undefined) return <Loading />
  if (value.guild_name === null) {
    return (
      <section class="card">
        <div class="inside stack">
          <p class="soft">{value.message === '' ? messages.notConnected() : value.message}</p>
          <div>
            <a class="button" href="/settings/platforms">
              {messages.toPlatforms()}
            </a>
          </div>
        </div>
      </section>
    )
  }
  return <DiscordForm discord={value} onSaved={reload} />
}

function DiscordForm({ discord, onSaved }: { discord: DiscordAnswer; onSaved: () => Promise<void> }) {
  const editing = useDraft('discord', discord.settings)
  const { draft, known, setDraft, keep } = editing
  const { error, busy, attempt, forget } = useAttempts()
  const set = (changes: Partial<DiscordDraft>) => setDraft({ ...draft, ...changes })
  const { announcement, clips, bridge } = draft
  const setAnnouncement = (changes: Partial<DiscordDraft['announcement']>) =>
    set({ announcement: { ...announcement, ...changes } })
  const setBridge = (changes: Partial<DiscordDraft['bridge']>) => set({ bridge: { ...bridge, ...changes } })
  // Stored in English until somebody changes it, and sent in the language of the channel.
  const { text_channels: textChannels, default_announcement: ownDefault } = discord
  const save = () =>
    attempt(async () => {
      await call('save-discord-settings', { settings: draft, if_version: versionOf(known) })
      keep(draft)
      showToast(settingsMessages.saved())
      await onSaved()
    })

  return (
    <Form class="stack" label={messages.title()} onSubmit={save}>
      {!may('owner') && <p class="soft">{messages.onlyOwner()}</p>}
      <fieldset class="stack" disabled={!may('owner')}>
        <legend class="out-of-sight">{messages.title()}</legend>
        <Part title={messages.general()}>
          <Choice
            label={messages.defaultChannel()}
            hint={messages.defaultChannelHint()}
            choices={textChannels}
            value={draft.channel_id}
            onChange={(channel_id) => set({ channel_id })}
          />
          <Choice
            label={messages.logChannel()}
            hint={messages.logChannelHint()}
            choices={textChannels}
            value={draft.log_channel_id}
            onChange={(log_channel_id) => set({ log_channel_id })}
          />
          <Line
            label={messages.broadcaster()}
            hint={messages.broadcasterHint()}
            value={draft.broadcaster_id}
            onInput={(broadcaster_id) => set({ broadcaster_id })}
          />
        </Part>
        <Part title={messages.announcement()} help={messages.announcementHint()}>
          <Switch
            label={messages.announce()}
            checked={announcement.enabled}
            onChange={(enabled) => setAnnouncement({ enabled })}
          />
          {announcement.enabled && (
            <>
              <Choice
                label={messages.channel()}
                choices={textChannels}
                value={announcement.channel_id}
                onChange={(channel_id) => setAnnouncement({ channel_id })}
              />
              <Line
                label={messages.text()}
                hint={messages.textHint()}
                value={announcement.message === defaultAnnouncement ? ownDefault : announcement.message}
                onInput={(text) => setAnnouncement({ message: text === ownDefault ? defaultAnnouncement : text })}
              />
              <Choice
                label={messages.ping()}
                hint={messages.pingHint()}
                choices={discord.roles}
                value={announcement.role_id}
                onChange={(role_id) => setAnnouncement({ role_id })}
              />
              <Switch
                label={messages.picture()}
                checked={announcement.picture}
                onChange={(picture) => setAnnouncement({ picture })}
              />
              {announcement.picture && (
                <Line
                  label={messages.pictureUrl()}
                  hint={messages.pictureHint()}
                  value={announcement.picture_url}
                  onInput={(picture_url) => setAnnouncement({ picture_url })}
                />
              )}
              <Switch
                label={messages.summary()}
                checked={announcement.summary}
                onChange={(summary) => setAnnouncement({ summary })}
              />
            </>
          )}
        </Part>
        <Part title={messages.clips()}>
          <Switch
            label={messages.postClips()}
            checked={clips.enabled}
            onChange={(enabled) => set({ clips: { ...clips, enabled } })}
          />
          {clips.enabled && (
            <Choice
              label={messages.channel()}
              choices={textChannels}
              value={clips.channel_id}
              onChange={(channel_id) => set({ clips: { ...clips, channel_id } })}
            />
          )}
        </Part>
        <Part title={messages.roles()} help={messages.rolesHint()}>
          <DiscordRoles roles={discord.roles} rules={draft.roles} onChange={(roles) => set({ roles })} />
        </Part>
        <Part title={messages.slash()} help={messages.slashHint()}>
          <Switch
            label={messages.offerSlash()}
            checked={draft.slash_commands}
            onChange={(slash_commands) => set({ slash_commands })}
          />
        </Part>
        <Part title={messages.bridge()} help={messages.bridgeHint()}>
          <Switch
            label={messages.connectChats()}
            checked={bridge.enabled}
            onChange={(enabled) => setBridge({ enabled })}
          />
          {bridge.enabled && (
            <>
              <Choice
                label={messages.channel()}
                choices={textChannels}
                value={bridge.channel_id}
                onChange={(channel_id) => setBridge({ channel_id })}
              />
              <Switch
                label={messages.toDiscord()}
                checked={bridge.to_discord}
                onChange={(to_discord) => setBridge({ to_discord })}
              />
              <Switch
                label={messages.toChat()}
                checked={bridge.to_chat}
                onChange={(to_chat) => setBridge({ to_chat })}
              />
              <fieldset class="group">
                <legend>{messages.platforms()}</legend>
                {platforms.map((platform) => (
                  <Switch
                    key={platform}
                    label={platformTitles[platform]}
                    checked={bridge.platforms.includes(platform)}
                    onChange={(isOn) =>
                      setBridge({
                        platforms: platforms.filter((one) =>
                          one === platform ? isOn : bridge.platforms.includes(one),
                        ),
                      })
                    }
                  />
                ))}
              </fieldset>
            </>
          )}
        </Part>
      </fieldset>
      <FormError error={error} than={[]} />
      <SaveBar editing={editing} busy={busy} forget={forget} />
    </Form>
  )
}

interface PartProps {
  readonly title: string
  readonly help?: string
  readonly children: ComponentChildren
}

function Part({ title, help, children }: PartProps) {
  return (
    <section class="card" aria-label={title}>
      <header class="head">
        <div class="grow">
          <h2>{title}</h2>
          {help !== undefined && <p class="faint small">{help}</p>}
        </div>
      </header>
      <div class="inside stack">{children}</div>
    </section>
  )
}

interface LineProps {
  readonly label: string
  readonly hint: string
  readonly value: string
  readonly onInput: (value: string) => void
}

function Line({ label, hint, value, onInput }: LineProps) {
  return (
    <Field label={label} hint={hint}>
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          value={value}
          autocomplete="off"
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
