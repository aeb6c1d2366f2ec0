import { useState } from 'preact/hooks'
import { firstSteps as allSteps, type FirstStep } from '../../../../src/capabilities/home/contract/first-steps.ts'
import { overlayPage } from '../../../../src/capabilities/overlay/contract/page.ts'
import { settingsPage } from '../../../../src/capabilities/settings/contract/page.ts'
import { call } from '../../api.ts'
import { firstSteps, may, refreshDashboard } from '../../state.ts'
import { attempt } from '../../ui/attempt.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { later } from '../../ui/later.tsx'
import { firstStepMessages as messages } from './first-step-messages.ts'

const TryDialog = later(() => import('./try-dialog.tsx').then(({ TryDialog: dialog }) => dialog))

/** Where each step is done; the first is done here. */
const paths: Readonly<Record<Exclude<FirstStep, 'try'>, string>> = {
  overlay: overlayPage.path,
  account: settingsPage.path,
  command: '/commands/new',
  key: '/developer/keys?new',
}

/** The checklist of a new channel, as one line that opens. It goes away when everything is done, or when somebody hides it. */
export function FirstSteps() {
  const [trying, setTrying] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const steps = firstSteps.value
  if (steps === undefined || steps.hidden || !may('editor')) return null
  const isComplete = steps.done.length === allSteps.length
  if (isComplete && !trying) return null
  const next = allSteps.find((step) => !steps.done.includes(step))
  return (
    <section class="card first-steps">
      <header>
        <h2>{messages.title()}</h2>
        <span class="faint small figure">{messages.progress({ done: steps.done.length, total: allSteps.length })}</span>
        <span class="grow next">
          {next !== undefined && !isOpen && <NextStep step={next} onTry={() => setTrying(true)} />}
        </span>
        <button
          type="button"
          class="button quiet small"
          data-local
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {messages.showAll()}
          <Icon name={isOpen ? 'up' : 'down'} />
        </button>
        <IconButton icon="close" label={messages.hide()} onClick={() => void finish('hidden')} />
      </header>
      {isOpen && (
        <ol>
          {allSteps.map((step) => (
            <li key={step} class={steps.done.includes(step) ? 'done' : undefined}>
              <Step step={step} isDone={steps.done.includes(step)} onTry={() => setTrying(true)} />
            </li>
          ))}
        </ol>
      )}
      {trying && (
        <TryDialog
          onShown={() => void (steps.done.includes('try') || finish('try'))}
          onClose={() => setTrying(false)}
        />
      )}
    </section>
  )
}

function NextStep({ step, onTry }: { step: FirstStep; onTry: () => void }) {
  const how = { class: 'button small primary', title: messages[`${step}Help`]() }
  if (step !== 'try')
    return (
      <a {...how} href={paths[step]}>
        {messages[step]()}
      </a>
    )
  return (
    <button {...how} type="button" onClick={onTry}>
      {messages.try()}
    </button>
  )
}

function Step({ step, isDone, onTry }: { step: FirstStep; isDone: boolean; onTry: () => void }) {
  const content = (
    <>
      <span class="tick">{isDone && <Icon name="check" />}</span>
      <span>
        <b>{messages[step]()}</b>
        <span class="soft small">{messages[`${step}Help`]()}</span>
        {isDone && <span class="out-of-sight">{messages.done()}</span>}
      </span>
    </>
  )
  if (step === 'try') {
    return (
      <button type="button" onClick={onTry}>
        {content}
      </button>
    )
  }
  return <a href={paths[step]}>{content}</a>
}

function finish(step: 'try' | 'hidden'): Promise<void> {
  return attempt(async () => {
    await call('finish-first-step', { step })
    await refreshDashboard()
  })
}
