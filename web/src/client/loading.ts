/*
 * Fetches what a game needs: its rules core, its pieces, how they move; and the larger core of all games that knows records,
 * which is fetched only when somebody has a record.
 */
import { allRecords, cores } from 'virtual:cores';
import { Core } from '../../../wasm/core.ts';
import type { Movements } from '../board/moves.ts';
import type { Art } from '../board/shape.ts';
import { movementsOf } from './movement.ts';

export interface Loaded {
  kind: string;
  core: Core;
  art: Art;
  movements: Movements;
}

async function coreAt(address: string, game?: string): Promise<Core> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return Core.load(await response.arrayBuffer(), game);
}

function partsOf(kind: string) {
  const parts = cores[kind];
  if (!parts) throw new Error(`this page does not know the game ${kind}`);
  return parts;
}

export async function loadGame(kind: string): Promise<Loaded> {
  const parts = partsOf(kind);
  const [core, { art }] = await Promise.all([coreAt(parts.core), parts.art()]);
  return { kind, core, art, movements: movementsOf(core) };
}

/** A core that also writes records of its game. */
export const loadRecords = async (kind: string): Promise<Core> => coreAt(allRecords, kind);

/** The games that this page knows. */
export const gameNames: readonly string[] = Object.keys(cores);

/** A core that reads records of all games. */
export const loadReader = async (): Promise<Core> => coreAt(allRecords);

/** The codes with which a game refuses moves: what its page of rules explains. */
export const refusalsOf = (kind: string): readonly string[] => cores[kind]?.refusals ?? [];
