import { aiLimits } from '../../../../src/capabilities/ai/contract/ai.ts'
import { errorFor } from '../../api.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import type { AiForm } from './ai-state.ts'
import { aiMessages } from './messages.ts'

/** The questions that the streamer answers once for all. */
export function QuestionsEditor({ value, error, onChange }: AiForm) {
  const questions = value.questions ?? []
  const set = (next: typeof questions) => onChange({ ...value, questions: next })
  const change = (at: number, part: Partial<(typeof questions)[number]>) =>
    set(questions.map((one, index) => (index === at ? { ...one, ...part } : one)))
  return (
    <>
      {questions.length === 0 && <p class="soft">{aiMessages.noQuestions()}</p>}
      <ul class="questions">
        {questions.map(({ question, answer }, index) => (
          // The entries have no id; two with the same text may be swapped without a difference.
          <li key={index}>
            <TextField
              label={aiMessages.question()}
              value={question}
              maxLength={aiLimits.storedQuestionLength}
              error={errorFor(error, `questions[${index}].question`)}
              onInput={(next) => change(index, { question: next })}
            />
            <TextField
              label={aiMessages.answer()}
              value={answer}
              maxLength={aiLimits.storedAnswerLength}
              error={errorFor(error, `questions[${index}].answer`)}
              onInput={(next) => change(index, { answer: next })}
            />
            <IconButton
              icon="trash"
              label={aiMessages.removeQuestion({ number: index + 1 })}
              onClick={() => set(questions.filter((_one, at) => at !== index))}
            />
          </li>
        ))}
      </ul>
      {questions.length < aiLimits.questions && (
        <button type="button" class="button small" onClick={() => set([...questions, { question: '', answer: '' }])}>
          <Icon name="plus" />
          {aiMessages.addQuestion()}
        </button>
      )}
    </>
  )
}
