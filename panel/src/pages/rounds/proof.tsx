import { may } from '../../state.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { Icon } from '../../ui/icon.tsx'
import { roundMessages } from './messages.ts'
import { type Round, saveProof } from './round.ts'

interface ProofProps {
  readonly round: Round
  readonly onAct: (action: () => Promise<unknown>) => Promise<void>
}

/** What proves that a draw was fair. Few read it, so it is folded. */
export function Proof({ round, onAct }: ProofProps) {
  const { title: name, commitment, seed } = round
  if (commitment === null) return null
  return (
    <details class="proof">
      <summary class="small soft">{roundMessages.proofOfDraw()}</summary>
      <dl class="small">
        <dt class="faint">{roundMessages.commitment()}</dt>
        <dd>
          <code>{commitment}</code> <CopyButton text={commitment} label={roundMessages.copyCommitment()} />
        </dd>
        {seed === null ? (
          <dd class="faint">{roundMessages.commitmentHelp()}</dd>
        ) : (
          <>
            <dt class="faint">{roundMessages.seed()}</dt>
            <dd>
              <code>{seed}</code>
            </dd>
          </>
        )}
      </dl>
      {seed !== null && may('moderator') && (
        <button
          type="button"
          class="button small"
          aria-label={roundMessages.proofOne({ name })}
          onClick={() => void onAct(() => saveProof(round))}
        >
          <Icon name="download" />
          {roundMessages.proof()}
        </button>
      )}
    </details>
  )
}
