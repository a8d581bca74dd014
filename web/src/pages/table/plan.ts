/*
 * A move that is planned while the other side thinks. Which moves may come is not known yet: it is looked up in the list
 * of legal moves when its time has come, and until then the squares are shown that the core would allow if the other side
 * passed.
 */
import type { Core } from '../../../../wasm/core.ts';
import { partsOf } from '../../board/usi.ts';

export class Plan {
  /** The planned move; null: none. */
  usi: string | null = null;
  private asked = '';
  private list: readonly string[] = [];

  make(usi: string): void {
    this.usi = usi;
  }

  forget(): void {
    this.usi = null;
  }

  /** Squares and origins ("P*") of the planned move. */
  get squares(): readonly string[] {
    if (this.usi === null) return [];
    const { origin, target } = partsOf(this.usi);
    return [origin, target];
  }

  /** The planned move among the legal ones: as it was planned, or with the promotion that turned out to be forced. */
  among(legal: readonly string[]): string | null {
    const { usi } = this;
    if (usi === null) return null;
    return legal.find((move) => move === usi) ?? legal.find((move) => move === `${usi}+`) ?? null;
  }

  /** What would be legal in this position if the other side passed. */
  possible(core: Core, sfen: string, rules: string): readonly string[] {
    const asked = `${sfen} ${rules}`;
    if (asked === this.asked) return this.list;
    this.asked = asked;
    this.list = [];
    const [board = '', turn, ...rest] = sfen.split(' ');
    try {
      const match = core.start({ sfen: [board, turn === 'b' ? 'w' : 'b', ...rest].join(' '), rules });
      this.list = match.legal();
      match.free();
    } catch {
      // A check is on the board: with the other side to move it is no position, and no square is shown.
    }
    return this.list;
  }
}
