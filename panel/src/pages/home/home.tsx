import './home.css'
import { homePage } from '../../../../src/capabilities/home/contract/page.ts'
import { later } from '../../ui/later.tsx'
import { Queue } from '../overlay/queue.tsx'
import { ChatCard } from './chat-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { QuickCard } from './quick-card.tsx'
import { StreamCard } from './stream-card.tsx'

/** Read when there is time for it, so it need not be there first. */
const About = later(() => import('./about.tsx').then(({ About: column }) => column))

/** Everything that is needed during a stream. On a phone what is pressed most stands first. */
export function Home() {
  return (
    <div class="width home">
      <h1 class="out-of-sight">{homePage.title()}</h1>
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
        <About />
      </div>
    </div>
  )
}
