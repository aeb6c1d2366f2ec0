import { platforms, platformTitles } from '../../../../src/platforms/contract/platforms.ts'
import { errorFor } from '../../api.ts'
import { CategoryPicker } from './category-picker.tsx'
import { commandMessages } from './messages.ts'
import type { SectionProps } from './section-props.ts'

/** Platforms, categories and visibility of a command. */
export function Availability({ draft, change, error }: SectionProps) {
  return (
    <section class="part">
      <h3>{commandMessages.where()}</h3>
      <fieldset>
        <legend>{commandMessages.platforms()}</legend>
        <div class="chips">
          {platforms.map((platform) => (
            <label key={platform} class="chip">
              <input
                type="checkbox"
                checked={draft.platforms.includes(platform)}
                onChange={(event) =>
                  change({
                    platforms: platforms.filter((one) =>
                      one === platform ? event.currentTarget.checked : draft.platforms.includes(one),
                    ),
                  })
                }
              />
              <span>{platformTitles[platform]}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div class="pair">
        <CategoryPicker
          label={commandMessages.onlyCategories()}
          ids={draft.only_game_ids}
          error={errorFor(error, 'only_game_ids')}
          onChange={(only_game_ids) => change({ only_game_ids })}
        />
        <CategoryPicker
          label={commandMessages.blockedCategories()}
          ids={draft.blocked_game_ids}
          error={errorFor(error, 'blocked_game_ids')}
          onChange={(blocked_game_ids) => change({ blocked_game_ids })}
        />
      </div>
      <label class="choice">
        <input
          type="checkbox"
          checked={draft.show_in_list}
          onChange={(event) => change({ show_in_list: event.currentTarget.checked })}
        />
        <span>{commandMessages.inList()}</span>
      </label>
      <label class="choice">
        <input
          type="checkbox"
          checked={draft.api_enabled}
          onChange={(event) => change({ api_enabled: event.currentTarget.checked })}
        />
        <span>
          {commandMessages.api()} <span class="faint small">{commandMessages.apiHelp()}</span>
        </span>
      </label>
      <label class="choice">
        <input
          type="checkbox"
          checked={draft.discord_enabled}
          onChange={(event) => change({ discord_enabled: event.currentTarget.checked })}
        />
        <span>{commandMessages.discord()}</span>
      </label>
    </section>
  )
}
