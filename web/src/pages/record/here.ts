/* A game that was played on this device alone, as a record that can be shown and analysed. */
import type { Core, GameRecord, Side } from '../../../../wasm/core.ts';
import type { KeptGame } from '../../client/kept.ts';
import { endingOf } from '../../client/record.ts';
import type { Speech } from '../../i18n/words.ts';
import { readChosen, USUAL_LEVEL } from '../agreed.ts';

/** Two people at one device have no names. Throws RuleError for local rules that this version does not know. */
export function recordOfKept(
  { kind, rules, settings, computer, moves, result }: KeptGame,
  core: Core,
  speech: Speech,
): GameRecord {
  const match = core.start({ rules });
  const sfen = match.sfen();
  match.free();
  const name = speech.t('seat.computer', { level: readChosen(settings)['level'] ?? USUAL_LEVEL });
  const of = (side: Side): string => (side === computer ? name : '');
  const { ending = '', winner = null } = endingOf(result);
  return {
    game: kind,
    format: 'kif',
    sfen,
    rules,
    moves: [...moves],
    sente: of('b'),
    gote: of('w'),
    ending,
    winner,
    headers: [['場所', 'Shogikan']],
    comments: [],
    branches: 0,
  };
}
