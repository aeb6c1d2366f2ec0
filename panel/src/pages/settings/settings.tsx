import './settings.css'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import {
  editorSections,
  type SettingsSection,
  settingsSections,
} from '../../../../src/capabilities/settings/contract/page.ts'
import { commonMessages } from '../../messages/common.ts'
import { may } from '../../state.ts'
import { later } from '../../ui/later.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Heading } from '../../ui/parts.tsx'
import { PlatformsSection } from '../connections/platforms-section.tsx'
import { PeopleSection } from '../people/people-section.tsx'
import { SpeechSection } from '../speech/speech-section.tsx'
import { BotSettings } from './bot-settings.tsx'
import { ChannelSection } from './channel-section.tsx'
import { sectionLeads, sectionTitles, settingsMessages } from './messages.ts'

const VoiceSection = later(
  () => import('../voice/voice-section.tsx').then(({ VoiceSection: section }) => section),
  NotLoaded,
)
const DiscordSection = later(
  () => import('../discord/discord-section.tsx').then(({ DiscordSection: section }) => section),
  NotLoaded,
)
const TrashSection = later(
  () => import('../change-log/trash-section.tsx').then(({ TrashSection: section }) => section),
  NotLoaded,
)
const AuditSection = later(() => import('./audit-section.tsx').then(({ AuditSection: section }) => section), NotLoaded)

const sections = {
  platforms: PlatformsSection,
  discord: DiscordSection,
  bot: () => <BotSettings section="bot" />,
  moderation: () => <BotSettings section="moderation" />,
  speech: SpeechSection,
  voice: VoiceSection,
  channel: ChannelSection,
  people: PeopleSection,
  trash: TrashSection,
  audit: AuditSection,
} satisfies Record<SettingsSection, ComponentType>

/** The settings, one section at a time. */
export function Settings() {
  const { params } = useRoute()
  const { query, route } = useLocation()
  const names = settingsSections.filter((name) => !editorSections.has(name) || may('editor'))
  const wanted = params.section ?? ('invite' in query ? 'people' : 'platforms')
  const name = names.find((one) => one === wanted)
  useEffect(() => {
    // On a narrow screen the current section may be outside the visible part of the menu.
    document.querySelector('.sections [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
    if (name === undefined) route('/settings', true)
  }, [name])
  if (name === undefined) return <h1>{commonMessages.notFound()}</h1>
  const Section = sections[name]
  return (
    <div class="width settings">
      <nav class="sections" aria-label={settingsMessages.title()}>
        <ul>
          {names.map((one) => (
            <li key={one}>
              <a href={`/settings/${one}`} aria-current={one === name ? 'page' : undefined}>
                {sectionTitles[one]()}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="stack">
        <Heading title={sectionTitles[name]()} lead={sectionLeads[name]()} />
        <Section />
      </div>
    </div>
  )
}
