/* The buttons that turn the board and change how pieces and board look. */
import { useEffect, useState } from 'preact/hooks';
import { BOARD_SIZES, BOARDS, type BoardLook, type BoardSize, PIECE_STYLES, type PieceStyle } from '../i18n/choice.ts';
import type { Speech } from '../i18n/words.ts';

export interface Looking {
  style: PieceStyle;
  look: BoardLook;
  size: BoardSize;
  sound: boolean;
  setStyle(style: PieceStyle): void;
  setLook(look: BoardLook): void;
  setSize(size: BoardSize): void;
  setSound(on: boolean): void;
  flip(): void;
}

/** What the style sheet asks of the element around the board. */
export const looksOf = ({ look, size }: Pick<Looking, 'look' | 'size'>) => ({ 'data-look': look, 'data-size': size });

/** How long a finger is told what its button did; a mouse sees it by resting there. */
const DID_MS = 2500;

const next = <T,>(all: readonly T[], now: T): T => all[(all.indexOf(now) + 1) % all.length] ?? now;

export function Looks({ speech: { t }, of }: { speech: Speech; of: Looking }) {
  const [did, tell] = useState<{ label: string } | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => tell(null), DID_MS);
    return () => clearTimeout(timer);
  }, [did]);
  const style = next(PIECE_STYLES, of.style);
  const look = next(BOARDS, of.look);
  const size = next(BOARD_SIZES, of.size);
  const face = { one: 'M8.5 14h7', two: 'M9 11h6M9 16.5h6', moves: 'M12 9v9M8.5 17l7-6M8.5 11l7 6' }[style];
  const button = (act: string, label: string, click: () => void, path: string) => {
    const press = () => {
      tell({ label });
      click();
    };
    return (
      <button type="button" class="icon" data-act={act} aria-label={label} title={label} onClick={press}>
        <svg viewBox="0 0 24 24" width="22" height="22" class="line-icon" aria-hidden="true">
          <path d={path} />
        </svg>
      </button>
    );
  };
  return (
    <>
      {button('flip', t('act.flip'), () => of.flip(), 'M8 20V5M4.5 8.5 8 5l3.5 3.5M16 4v15M12.5 15.5 16 19l3.5-3.5')}
      {button('pieces', t(`act.pieces.${style}`), () => of.setStyle(style), `M12 2.5 18.5 6 21 21.5H3L5.5 6Z${face}`)}
      {button('board', t(`act.board.${look}`), () => of.setLook(look), 'M4 4h16v16H4ZM4 9.3h16M4 14.7h16M9.3 4v16M14.7 4v16')}
      {button('size', t(`act.size.${size}`), () => of.setSize(size), 'M4 4h16v16H4ZM4 20 20 4M8 16v-4M8 16h4M16 8v4M16 8h-4')}
      {button(
        'sound',
        t(of.sound ? 'act.sound.off' : 'act.sound.on'),
        () => of.setSound(!of.sound),
        `M3.5 9.5v5H7l5 4.5v-14L7 9.5Z${of.sound ? 'M15.5 8.5a5 5 0 0 1 0 7M18 6a8.5 8.5 0 0 1 0 12' : 'M16 9l5 6M21 9l-5 6'}`,
      )}
      {did && (
        <span class="did" data-did="" aria-hidden="true">
          {did.label}
        </span>
      )}
    </>
  );
}
