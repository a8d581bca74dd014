/*
 * What a game sounds like: wood on wood, reckoned here, so there is no file to load. Nothing sounds before the viewer has
 * done something on the page: browsers wait for that by themselves.
 */
export type Sound = 'move' | 'capture' | 'end';

/** A tone that dies away: Hz, share of the whole, and the seconds in which it falls to a third. */
type Tone = readonly [hertz: number, loudness: number, seconds: number];

interface Recipe {
  tones: readonly Tone[];
  /** How loud the first touch is, which is noise. */
  touch: number;
  /** When it is struck, in seconds. */
  strikes: readonly number[];
  seconds: number;
}

const BLOCK: readonly Tone[] = [
  [880, 0.5, 0.018],
  [1540, 0.3, 0.012],
  [2730, 0.15, 0.007],
];

const RECIPES: Readonly<Record<Sound, Recipe>> = {
  move: { tones: BLOCK, touch: 0.35, strikes: [0], seconds: 0.16 },
  capture: { tones: BLOCK, touch: 0.5, strikes: [0, 0.075], seconds: 0.26 },
  end: {
    tones: [
      [392, 0.35, 0.35],
      [588, 0.25, 0.28],
    ],
    touch: 0.05,
    strikes: [0, 0.22],
    seconds: 1.4,
  },
};

/** The sound as samples between -1 and 1, at so many a second. */
export function samples(sound: Sound, rate: number): Float32Array<ArrayBuffer> {
  const { tones, touch, strikes, seconds } = RECIPES[sound];
  const result = new Float32Array(Math.ceil(seconds * rate));
  for (const strike of strikes) {
    const from = Math.floor(strike * rate);
    let seed = 1;
    for (let i = from; i < result.length; i++) {
      const time = (i - from) / rate;
      seed = (seed * 16807) % 2147483647; // the same noise every time
      let value = touch * (seed / 1073741823.5 - 1) * Math.exp(-time / 0.003);
      for (const [hertz, loudness, fall] of tones)
        value += loudness * Math.sin(2 * Math.PI * hertz * time) * Math.exp(-time / fall);
      result[i] = (result[i] ?? 0) + value * Math.min(1, time / 0.0005);
    }
  }
  return result.map((value) => Math.max(-1, Math.min(1, value)));
}

let context: AudioContext | null = null;
const made = new Map<Sound, AudioBuffer>();

/** Plays it now, or not at all where the browser does not want to. */
export function play(sound: Sound): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  const { sampleRate, destination } = context;
  let buffer = made.get(sound);
  if (!buffer) {
    const data = samples(sound, sampleRate);
    buffer = context.createBuffer(1, data.length, sampleRate);
    buffer.copyToChannel(data, 0);
    made.set(sound, buffer);
  }
  if (context.state === 'suspended') void context.resume().catch(() => {});
  const source = context.createBufferSource();
  source.buffer = buffer;
  source.connect(destination);
  source.start();
}
