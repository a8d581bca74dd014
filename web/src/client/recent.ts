/*
 * The tables of this device, so that the first page leads back to them. Kept by the browser; where storage is forbidden
 * there are none. What is read back is checked: storage belongs to the whole address, not to this file.
 */
export interface RecentTable {
  table: string;
  kind: string;
  moves: number;
  over: boolean;
}

const KEY = 'tables';
const MOST = 8;

function isRecent(value: unknown): value is RecentTable {
  if (typeof value !== 'object' || value === null) return false;
  const { table, kind, moves, over } = value as Record<string, unknown>;
  return (
    typeof table === 'string' &&
    /^[\w-]{1,64}$/.test(table) &&
    typeof kind === 'string' &&
    Number.isInteger(moves) &&
    typeof over === 'boolean'
  );
}

/** The newest first. */
export function recentTables(): RecentTable[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

function keep(tables: readonly RecentTable[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, MOST)));
  } catch {
    // not remembered
  }
}

export function rememberTable(entry: RecentTable): void {
  const kept = recentTables();
  if (JSON.stringify(kept[0]) === JSON.stringify(entry)) return;
  keep([entry, ...kept.filter(({ table }) => table !== entry.table)]);
}

export function forgetTable(gone: string): void {
  const kept = recentTables();
  if (kept.some(({ table }) => table === gone)) keep(kept.filter(({ table }) => table !== gone));
}

/** Whoever sat at them is nobody any more. */
export function forgetTables(): void {
  keep([]);
}
