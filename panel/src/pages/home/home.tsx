import './home.css'
import { useEffect, useState } from 'preact/hooks'
import { homePage } from '../../../../src/capabilities/home/contract/page.ts'
import { later } from '../../ui/later.tsx'
import { Queue } from '../overlay/queue.tsx'
import { ChatCard } from './chat-card.tsx'
import { draftedMessage } from './drafted-message.ts'
import { homeMessages } from './messages.ts'
import { QuickCard } from './quick-card.tsx'

/** What the chat does not wait for; the feed knows every kind of event. */
const People = later(async () => (await import('./beside-chat.ts')).besideChat.people)
const FirstSteps = later(async () => (await import('./beside-chat.ts')).besideChat.firstSteps)
const StreamLine = later(async () => (await import('./beside-chat.ts')).besideChat.streamLine)
const ToDo = later(async () => (await import('./beside-chat.ts')).besideChat.toDo)

const columns = ['chat', 'people', 'now'] as const

/** The dashboard of a running stream: it fills the window, chat first. Where it is narrow, one column is chosen. */
export function Home() {
  const [column, setColumn] = useState<(typeof columns)[number]>('chat')
  useEffect(() => draftedMessage.subscribe((drafted) => void (drafted !== undefined && setColumn('chat'))), [])
  return (
    <div class="width home">
      <h1 class="out-of-sight">{homePage.title()}</h1>
      <FirstSteps />
      <StreamLine />
      <fieldset class="tabs columns-shown">
        <legend class="out-of-sight">{homeMessages.shown()}</legend>
        {columns.map((name) => (
          <button key={name} type="button" data-local aria-pressed={column === name} onClick={() => setColumn(name)}>
            {homeMessages[name]()}
          </button>
        ))}
      </fieldset>
      <div class={`desk ${column}-shown`}>
        <ChatCard />
        <div class="people-column">
          <People />
        </div>
        <div class="now-column">
          <div class="queue-place">
            <Queue />
          </div>
          <QuickCard />
          <ToDo />
        </div>
      </div>
    </div>
  )
}
