import './settings.css'
import { useEffect } from 'preact/hooks'
import { useLocation, useRoute } from 'preact-iso'
import { may } from '../../state.ts'
import { later } from '../../ui/later.tsx'
import { Heading } from '../../ui/parts.tsx'
import { settingsWords as say } from '../../words/settings-words.ts'
import { words } from '../../words/words.ts'
import { BotSettings } from './bot-settings.tsx'
import { ChannelSection } from './channel-section.tsx'
import { PeopleSection } from './people-section.tsx'
import { PlatformsSection } from './platforms-section.tsx'
import { SpeechSection } from './speech-section.tsx'

const AuditSection = later(() => import('./audit-section.tsx').then(({ AuditSection: section }) => section))

const sections = {
  platforms: PlatformsSection,
  bot: () => <BotSettings section="bot" />,
  moderation: () => <BotSettings section="moderation" />,
  alerts: () => <BotSettings section="alerts" />,
  speech: SpeechSection,
  channel: ChannelSection,
  people: PeopleSection,
  audit: AuditSection,
} as const
type SectionName = keyof typeof sections

/** Everything that is set once and then left alone, a section at a time. */
export function Settings() {
  const { params } = useRoute()
  const { query, route } = useLocation()
  const names = (Object.keys(sections) as SectionName[]).filter((name) => name !== 'audit' || may('editor'))
  const wanted = params.section ?? ('invite' in query ? 'people' : 'platforms')
  const name = names.find((one) => one === wanted)
  useEffect(() => {
    // On a narrow screen the chosen one may stand outside of the row.
    document.querySelector('.sections [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
    if (name === undefined) route('/settings', true)
  }, [name])
  if (name === undefined) return <h1>{words.common.nothingHere}</h1>
  const Section = sections[name]
  return (
    <div class="width settings">
      <nav class="sections" aria-label={say.title}>
        <ul>
          {names.map((one) => (
            <li key={one}>
              <a href={`/settings/${one}`} aria-current={one === name ? 'page' : undefined}>
                {say.sections[one]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="stack">
        <Heading title={say.sections[name]} lead={say.leads[name]} />
        <Section />
      </div>
    </div>
  )
}
