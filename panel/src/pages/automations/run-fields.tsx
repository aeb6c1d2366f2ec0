import { runModes } from '../../../../src/capabilities/automations/contract/automations.ts'
import { platforms, platformTitles, wordFor } from '../../../../src/platforms/contract/platforms.ts'
import { type ApiError, errorFor } from '../../api.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Lines } from '../../ui/lines.tsx'
import type { Draft } from './draft.ts'
import { runMessages } from './messages.ts'

type Run = Draft['run']

interface RunProps {
  readonly run: Run
  readonly error: ApiError | undefined
  readonly onChange: (run: Run) => void
}

/** How often and where it runs, and what happens when it is started again or fails. */
export function RunFields({ run, error, onChange }: RunProps) {
  const change = (part: Partial<Run>) => onChange({ ...run, ...part })
  const figure = (field: 'cooldown_seconds' | 'limit_per_minute', label: string, hint?: string) => (
    <Field label={label} hint={hint} error={errorFor(error, `run.${field}`)}>
      {(attributes) => (
        <input
          {...attributes}
          type="number"
          min={0}
          step={1}
          value={run[field]}
          onInput={(event) => change({ [field]: Math.trunc(Number(event.currentTarget.value)) || 0 })}
        />
      )}
    </Field>
  )
  return (
    <section class="part">
      <h3>{runMessages.title()}</h3>
      <div class="figures-row">
        <Field label={runMessages.mode()} error={errorFor(error, 'run.mode')}>
          {(attributes) => (
            <select
              {...attributes}
              value={run.mode}
              onChange={(event) =>
                change({ mode: runModes.find((one) => one === event.currentTarget.value) ?? 'parallel' })
              }
            >
              {runModes.map((mode) => (
                <option key={mode} value={mode}>
                  {runMessages[mode]()}
                </option>
              ))}
            </select>
          )}
        </Field>
        {figure('cooldown_seconds', runMessages.cooldown(), runMessages.cooldownHint())}
        {figure('limit_per_minute', runMessages.limit())}
        <Field label={runMessages.onError()} error={errorFor(error, 'run.on_error')}>
          {(attributes) => (
            <select
              {...attributes}
              value={run.on_error}
              onChange={(event) => change({ on_error: event.currentTarget.value === 'stop' ? 'stop' : 'continue' })}
            >
              <option value="continue">{runMessages.continue()}</option>
              <option value="stop">{runMessages.stop()}</option>
            </select>
          )}
        </Field>
      </div>
      <label class="choice">
        <input
          type="checkbox"
          checked={run.only_live === 1}
          onChange={(event) => change({ only_live: event.currentTarget.checked ? 1 : 0 })}
        />
        <span>{runMessages.onlyLive()}</span>
      </label>
      <label class="choice">
        <input
          type="checkbox"
          checked={run.hold_in_shield_mode === 1}
          onChange={(event) => change({ hold_in_shield_mode: event.currentTarget.checked ? 1 : 0 })}
        />
        <span>
          {runMessages.holdInShieldMode()} <span class="faint small">{runMessages.holdInShieldModeHelp()}</span>
        </span>
      </label>
      <fieldset>
        <legend>{runMessages.platforms()}</legend>
        <div class="chips">
          {platforms.map((platform) => (
            <label key={platform} class="chip">
              <input
                type="checkbox"
                checked={run.platforms.includes(wordFor(platform))}
                onChange={(event) =>
                  change({
                    platforms: platforms
                      .filter((one) =>
                        one === platform ? event.currentTarget.checked : run.platforms.includes(wordFor(one)),
                      )
                      .map(wordFor),
                  })
                }
              />
              <span>{platformTitles[platform]}</span>
            </label>
          ))}
        </div>
        <p class="faint small">{runMessages.platformsHint()}</p>
      </fieldset>
      <div class="pair">
        <Categories field="only_categories" label={runMessages.onlyCategories()} {...{ run, error, change }} />
        <Categories field="blocked_categories" label={runMessages.blockedCategories()} {...{ run, error, change }} />
      </div>
    </section>
  )
}

interface CategoriesProps {
  readonly field: 'only_categories' | 'blocked_categories'
  readonly label: string
  readonly run: Run
  readonly error: ApiError | undefined
  readonly change: (part: Partial<Run>) => void
}

function Categories({ field, label, run, error, change }: CategoriesProps) {
  return (
    <Field label={label} hint={runMessages.categoriesHint()} error={errorFor(error, `run.${field}`)}>
      {(attributes) => <Lines {...attributes} lines={run[field]} onChange={(lines) => change({ [field]: lines })} />}
    </Field>
  )
}
