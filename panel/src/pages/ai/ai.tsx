import './ai.css'
import { call } from '../../api.ts'
import { may } from '../../state.ts'
import { useLogCount } from '../../ui/lists/use-log.ts'
import { Loading } from '../../ui/loading.tsx'
import { Heading, LoadError, useLoaded } from '../../ui/parts.tsx'
import { ActionsEditor } from './actions-editor.tsx'
import { type AiSettings, limitFields, memoryFields, speakingFields } from './ai-state.ts'
import { MemoryCard } from './memory-card.tsx'
import { aiMessages } from './messages.ts'
import { PersonaField } from './persona-field.tsx'
import { ProvidersCard } from './providers-card.tsx'
import { QuestionsEditor } from './questions-editor.tsx'
import { AiSettingsCard } from './settings-card.tsx'
import { StatusCard } from './status-card.tsx'
import { TryCard } from './try-card.tsx'

/** Everything about the AI bot: who it is, when it speaks, with which model, at which cost and what it remembers. */
export function AiBot() {
  const settingChanges = useLogCount('setting')
  const answers = useLogCount('ai')
  const providerChanges = useLogCount('ai-provider')
  const { value, error, reload } = useLoaded(() => call('get-ai-bot', {}), [settingChanges, answers, providerChanges])
  if (error !== undefined && value === undefined) return <LoadError error={error} onRetry={reload} />
  if (value === undefined) return <Loading />
  const settings = value.settings as unknown as AiSettings
  return (
    <div class="width ai-bot">
      <Heading title={aiMessages.title()} lead={aiMessages.lead()} />
      <StatusCard bot={value} settings={settings} onChanged={reload} />
      <AiSettingsCard
        title={aiMessages.persona()}
        help={aiMessages.personaHelp()}
        fields={['persona']}
        settings={settings}
        onSaved={reload}
      >
        {(form) => <PersonaField {...form} />}
      </AiSettingsCard>
      <ProvidersCard bot={value} onChanged={reload} />
      {may('moderator') && <TryCard />}
      <AiSettingsCard
        title={aiMessages.questions()}
        help={aiMessages.questionsHelp()}
        fields={['questions']}
        settings={settings}
        onSaved={reload}
      >
        {(form) => <QuestionsEditor {...form} />}
      </AiSettingsCard>
      <AiSettingsCard
        title={aiMessages.speaking()}
        help={aiMessages.speakingHelp()}
        fields={speakingFields}
        settings={settings}
        onSaved={reload}
      />
      <AiSettingsCard
        title={aiMessages.abilities()}
        help={aiMessages.abilitiesHelp()}
        fields={['reads', 'actions']}
        settings={settings}
        onSaved={reload}
      >
        {(form) => <ActionsEditor {...form} />}
      </AiSettingsCard>
      <AiSettingsCard
        title={aiMessages.limits()}
        help={aiMessages.limitsHelp()}
        fields={limitFields}
        settings={settings}
        onSaved={reload}
      />
      <AiSettingsCard
        title={aiMessages.memorySettings()}
        help={aiMessages.memoryHelp()}
        fields={memoryFields}
        settings={settings}
        onSaved={reload}
      />
      {may('moderator') && <MemoryCard changes={answers} />}
    </div>
  )
}
