import { type StorageProblem, storageProblems } from './contract/storage-problems.ts'

/** Called when the most serious problem changes; undefined when there is none any more. */
export type OnProblem = (problem: StorageProblem | undefined, cause?: unknown) => void

export type StorageHealth = ReturnType<typeof createStorageHealth>

/** The problems of an open database. Each is reported where it is noticed and withdrawn where it ends. */
export function createStorageHealth(onProblem: OnProblem = () => {}) {
  const present = new Set<StorageProblem>()
  let worst: StorageProblem | undefined

  function update(cause?: unknown): void {
    const now = storageProblems.find((problem) => present.has(problem))
    if (now === worst) return
    worst = now
    onProblem(now, cause)
  }

  return {
    problem: (): StorageProblem | undefined => worst,
    has: (problem: StorageProblem): boolean => present.has(problem),

    report(problem: StorageProblem, cause?: unknown): void {
      present.add(problem)
      update(cause)
    },

    withdraw(problem: StorageProblem): void {
      if (present.delete(problem)) update()
    },
  }
}
