/* Which problems were solved on this device. */

export interface Solved {
  /** The problem that was last looked at; "": none. */
  at: string;
  /** Problems that were solved. */
  done: string[];
}

const keyOf = (game: string): string => `problems ${game}`;

/** `ids`: the problems there are. */
export function readSolved(game: string, ids: readonly string[]): Solved {
  try {
    const { at, done } = JSON.parse(localStorage.getItem(keyOf(game)) ?? 'null') as Record<string, unknown>;
    const kept = Array.isArray(done) ? ids.filter((id) => done.includes(id)) : [];
    return { at: typeof at === 'string' && ids.includes(at) ? at : '', done: kept };
  } catch {
    return { at: '', done: [] };
  }
}

/* Storage may be forbidden; then what was solved lasts as long as the page. */
export function keepSolved(game: string, solved: Solved): void {
  try {
    localStorage.setItem(keyOf(game), JSON.stringify(solved));
  } catch {
    // not kept
  }
}
