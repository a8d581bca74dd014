/* How far a lesson has come, kept on this device. */

export interface Progress {
  /** The step that is under way; "": the lesson is finished. */
  at: string;
  /** Steps that were done. */
  done: string[];
}

const keyOf = (game: string): string => `lesson ${game}`;

/** Null: the lesson was not begun here, or is another one by now. `steps` are the ids that it has. */
export function readProgress(game: string, steps: readonly string[]): Progress | null {
  try {
    const { at, done } = JSON.parse(localStorage.getItem(keyOf(game)) ?? 'null') as Record<string, unknown>;
    if (typeof at !== 'string' || !(at === '' || steps.includes(at)) || !Array.isArray(done)) return null;
    return { at, done: steps.filter((id) => done.includes(id)) };
  } catch {
    return null;
  }
}

/* Storage may be forbidden; then a lesson lasts as long as the page. */
export function keepProgress(game: string, progress: Progress): void {
  try {
    localStorage.setItem(keyOf(game), JSON.stringify(progress));
  } catch {
    // not kept
  }
}
