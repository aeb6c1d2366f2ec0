import './home.css'
import { homePage } from '../../../../src/capabilities/home/contract/page.ts'
import { keysPage } from '../../../../src/capabilities/keys/contract/page.ts'
import { overlayPage } from '../../../../src/capabilities/overlay/contract/page.ts'
import { settingsPage } from '../../../../src/capabilities/settings/contract/page.ts'
import { commonMessages } from '../../messages/common.ts'
import { barMessages } from '../../messages/shell.ts'
import { textOf } from '../../messages/text-of.ts'
import { dashboard, type Need, needs, recent } from '../../state.ts'
import { later } from '../../ui/later.tsx'
import { Light } from '../../ui/light.tsx'
import { Queue } from '../overlay/queue.tsx'
import { ChatCard } from './chat-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { homeMessages, needHelp, needLinks, needTitles } from './messages.ts'
import { QuickCard } from './quick-card.tsx'
import { StreamCard } from './stream-card.tsx'
import { TestMode } from './test-mode.tsx'

const RecentEvents = later(() => import('./recent-events.tsx').then(({ RecentEvents: list }) => list))

/** Everything that is needed during a stream. On a phone what is pressed most stands first. */
export function Home() {
  return (
    <div class="width home">
      <h1 class="out-of-sight">{homePage.title()}</h1>
      <TestMode />
      <FirstSteps />
      <div class="stack at-hand">
        <QuickCard />
        <div class="queue-place">
          <Queue />
        </div>
      </div>
      <div class="stack on-stage">
        <StreamCard />
        <ChatCard />
      </div>
      <div class="stack about">
        <ToDo />
        <RecentActivity />
        <Connections />
      </div>
    </div>
  )
}

function RecentActivity() {
  return (
    <section class="card recent">
      <header>
        <h2>{homeMessages.recent()}</h2>
        <a href="/activity" class="small">
          {homeMessages.viewAll()}
        </a>
      </header>
      {recent.value.length === 0 ? <p class="inside soft">{homeMessages.noActivity()}</p> : <RecentEvents />}
    </section>
  )
}

/** The page where each item is done. */
const needPaths: Readonly<Record<Need['code'], string>> = {
  codes_guessed: `${settingsPage.path}/people`,
  platform_error: settingsPage.path,
  no_platform: settingsPage.path,
  cue_failed: overlayPage.path,
  overlay_away: overlayPage.path,
  overlay_not_on_air: overlayPage.path,
  key_expires_soon: keysPage.path,
  no_key: keysPage.path,
  no_voice: `${settingsPage.path}/speech`,
}

/** What can wait; the others are failures. */
const calmNeeds: readonly Need['code'][] = ['overlay_away', 'no_key', 'no_voice']

function ToDo() {
  const open = needs.value
  return (
    <section class="card">
      <header>
        <h2>{homeMessages.toDo()}</h2>
      </header>
      {open.length === 0 ? (
        <p class="inside soft">{homeMessages.nothingToDo()}</p>
      ) : (
        <ul class="needs">
          {open.map(({ code }) => (
            <li key={code}>
              <Light state={calmNeeds.includes(code) ? 'standby' : 'stop'} word="" />
              <div>
                <p>{needTitles[code]()}</p>
                {code in needHelp && <p class="soft small">{textOf(needHelp, code)}</p>}
                <a href={needPaths[code]} class="small">
                  {needLinks[code]()}
                </a>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Connections() {
  const state = dashboard.value
  const lights: readonly (readonly [string, boolean | undefined, string])[] = [
    [barMessages.overlay(), state?.overlay, '/stage'],
    [barMessages.bot(), state?.bot, '/settings'],
    [barMessages.extension(), state?.extension, '/settings'],
  ]
  return (
    <section class="card">
      <header>
        <h2>{homeMessages.connections()}</h2>
      </header>
      <ul class="lines">
        {lights.map(([name, on, path]) => (
          <li key={name}>
            <a href={path}>
              <span>{name}</span>
              <Light state={on ? 'go' : 'off'} word={on ? commonMessages.connected() : commonMessages.notConnected()} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
