/* What a lesson says, in one language: games/<name>/web/lesson-<language>.json. */
import type { LessonFrame } from '../../client/lesson.ts';

export interface StepText {
  /** Two or three words: what the step is about. */
  title: string;
  /** The one idea of the step. */
  text: string;
  /** What is to be done. */
  goal: string;
  /** How to see it, for who is stuck. */
  hint: string;
  /** What was seen, once it is done. */
  done: string;
  /** After a legal move that is not wanted; absent: what every lesson says. */
  wrong?: string;
}

export interface LessonText {
  /** What one will know afterwards. */
  lead: string;
  /** By the id of a step. */
  steps: Record<string, StepText>;
  /** What one knows now. */
  learned: string[];
}

/** A lesson in one language. */
export interface Lesson {
  frame: LessonFrame;
  text: LessonText;
}

export const lessonPath = (game: string): string => `learn/${game}/`;
