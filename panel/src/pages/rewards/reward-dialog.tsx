import { versionOf } from '../../../../src/kernel/schema/version.ts'
import { type Platform, platformTitles, wordFor } from '../../../../src/platforms/contract/platforms.ts'
import { type ApiError, call, errorFor } from '../../api.ts'
import { commonMessages } from '../../messages/common.ts'
import { useAttempts } from '../../ui/attempt.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { FormError } from '../../ui/forms/form-error.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useDraft } from '../../ui/forms/use-draft.ts'
import { useLoaded } from '../../ui/parts.tsx'
import { rewardMessages } from './messages.ts'
import { contentOf, type Reward } from './reward.ts'

interface DialogProps {
  readonly platform: Platform
  /** Undefined for a new one. */
  readonly reward: Reward | undefined
  readonly onClose: () => void
  readonly onDone: (title: string) => void
}

const limits = {
  max_per_stream: rewardMessages.maxPerStream,
  max_per_user_per_stream: rewardMessages.maxPerUser,
  cooldown_seconds: rewardMessages.cooldown,
} as const
type LimitName = keyof typeof limits
const limitNames = Object.keys(limits) as readonly LimitName[]

const labels: Readonly<Record<string, () => string>> = {
  title: rewardMessages.name,
  cost: rewardMessages.cost,
  prompt: rewardMessages.prompt,
  inputRequired: rewardMessages.inputRequired,
  skipQueue: rewardMessages.skipQueue,
  ...limits,
  command: rewardMessages.command,
  fulfil: rewardMessages.fulfilAfterRun,
  refund: rewardMessages.refundIfRefused,
}

/** Creates or changes a reward. Of a reward that was created elsewhere only the command can be chosen. */
export function RewardDialog({ platform, reward, onClose, onDone }: DialogProps) {
  const { value: commands } = useLoaded(() => call('list-command-settings', {}), [])
  const editing = useDraft(`reward:${platform}:${reward?.id ?? 'new'}`, draftOf(reward))
  const { draft, setDraft, keep } = editing
  const { title, cost, prompt, inputRequired, skipQueue, command, fulfil, refund } = draft
  const change = (part: Partial<RewardDraft>) => setDraft({ ...draft, ...part })
  const { error, busy, attempt } = useAttempts()
  const isOwn = reward?.can_manage ?? true
  const hasLimits = platform !== 'kick'

  const settings = {
    cost: Number(cost) || 0,
    ...(prompt.trim() !== '' && { prompt }),
    input_required: inputRequired,
    skip_queue: skipQueue,
    ...(hasLimits && Object.fromEntries(limitNames.map((name) => [name, Number(draft[name]) || 0]))),
  }
  const link = command === '' ? {} : { command, fulfil_after_run: fulfil, refund_if_refused: refund }

  async function save(): Promise<void> {
    const word = { platform: wordFor(platform) }
    await attempt(async () => {
      if (reward === undefined) await call('create-reward', { ...word, title, ...settings, ...link })
      else {
        const clear = prompt.trim() === '' && reward.prompt !== '' ? { clear_prompt: true } : {}
        const change = isOwn ? { title, ...settings, ...clear } : {}
        const unlink = command === '' && reward.command !== null ? { unlink_command: true } : {}
        const version = { if_version: versionOf(contentOf(reward)) }
        await call('update-reward', { ...word, reward_id: reward.id, ...change, ...link, ...unlink, ...version })
      }
      keep(draft)
      onDone(title)
    })
  }

  const named = { platform: platformTitles[platform] }
  return (
    <Dialog
      title={reward === undefined ? rewardMessages.createTitle(named) : rewardMessages.editTitle(named)}
      submit={reward === undefined ? rewardMessages.create() : commonMessages.save()}
      busy={busy}
      editing={editing}
      labelOf={(field) => labels[field]?.()}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      <div class="stack">
        {isOwn && (
          <>
            <TextField
              label={rewardMessages.name()}
              value={title}
              maxLength={45}
              placeholder={rewardMessages.namePlaceholder()}
              error={errorFor(error, 'title')}
              onInput={(next) => change({ title: next })}
            />
            <NumberField
              label={rewardMessages.cost()}
              name="cost"
              value={cost}
              error={error}
              onInput={(next) => change({ cost: next })}
            />
            <Field label={rewardMessages.prompt()} hint={rewardMessages.promptHint()} error={errorFor(error, 'prompt')}>
              {(attributes) => (
                <textarea
                  {...attributes}
                  rows={2}
                  maxLength={200}
                  value={prompt}
                  onInput={(event) => change({ prompt: event.currentTarget.value })}
                />
              )}
            </Field>
            <Choice
              label={rewardMessages.inputRequired()}
              checked={inputRequired}
              onChange={(next) => change({ inputRequired: next })}
            />
            <Choice
              label={rewardMessages.skipQueue()}
              checked={skipQueue}
              onChange={(next) => change({ skipQueue: next })}
            />
            {hasLimits &&
              limitNames.map((name) => (
                <NumberField
                  key={name}
                  label={limits[name]()}
                  name={name}
                  hint={rewardMessages.limitHint()}
                  value={draft[name]}
                  error={error}
                  onInput={(value) => change({ [name]: value })}
                />
              ))}
          </>
        )}
        <Field label={rewardMessages.command()} hint={rewardMessages.commandHint()} error={errorFor(error, 'command')}>
          {(attributes) => (
            <select
              {...attributes}
              value={command}
              onChange={(event) => change({ command: event.currentTarget.value })}
            >
              <option value="">{rewardMessages.noCommand()}</option>
              {commands?.commands.map(({ id, command: word }) => (
                <option key={id} value={word}>
                  {word}
                </option>
              ))}
            </select>
          )}
        </Field>
        {command !== '' && (
          <>
            <Choice
              label={rewardMessages.fulfilAfterRun()}
              checked={fulfil}
              onChange={(next) => change({ fulfil: next })}
            />
            <Choice
              label={rewardMessages.refundIfRefused()}
              checked={refund}
              onChange={(next) => change({ refund: next })}
            />
          </>
        )}
        <FormError error={error} than={['title', 'cost', 'prompt', 'command', ...limitNames]} class="small" />
      </div>
    </Dialog>
  )
}

/** The dialog as it is typed: numbers are texts. */
function draftOf(reward: Reward | undefined) {
  return {
    title: reward?.title ?? '',
    cost: String(reward?.cost ?? 100),
    prompt: reward?.prompt ?? '',
    inputRequired: reward?.input_required ?? false,
    skipQueue: reward?.skip_queue ?? false,
    max_per_stream: String(reward?.max_per_stream ?? ''),
    max_per_user_per_stream: String(reward?.max_per_user_per_stream ?? ''),
    cooldown_seconds: String(reward?.cooldown_seconds ?? ''),
    command: reward?.command ?? '',
    fulfil: reward?.command == null ? true : reward.fulfil_after_run,
    refund: reward?.refund_if_refused ?? false,
  }
}
type RewardDraft = ReturnType<typeof draftOf>

interface NumberProps {
  readonly label: string
  readonly name: string
  readonly hint?: string
  readonly value: string
  readonly error: ApiError | undefined
  readonly onInput: (value: string) => void
}

function NumberField({ label, name, hint, value, error, onInput }: NumberProps) {
  return (
    <Field label={label} hint={hint} error={errorFor(error, name)}>
      {(attributes) => (
        <input
          {...attributes}
          type="number"
          min={0}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

function Choice({ label, checked, onChange }: { label: string; checked: boolean; onChange: (on: boolean) => void }) {
  return (
    <label class="choice">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.currentTarget.checked)} />
      <span>{label}</span>
    </label>
  )
}
