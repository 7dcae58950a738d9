/** Threads of a command that answer questions, such as to hash some files, until all are answered. */

import { Worker } from "node:worker_threads";
import { Refusal } from "./refusal.js";

/** The threads for some questions. */
export interface BatchThreads {
  /** The name of the program of a thread, which answers each message with one message. */
  program: string;
  /** The data with which each thread starts. */
  data?: unknown;
  count: number;
  /** The work that a thread does with files, as a verb in the third person, for messages. */
  doing: string;
}

/**
 * Has threads answer all questions, and passes each answer to `take` with the index of its question. Throws a
 * {@link Refusal} if a thread ends early.
 */
export async function answerAll<Question, Answer>(
  questions: readonly Question[],
  { program, data, count, doing }: BatchThreads,
  take: (answer: Answer, at: number) => void,
): Promise<void> {
  const remaining = questions.entries();
  const keepBusy = async (worker: Worker) => {
    // All threads take their questions from one iterator, so that a fast thread answers more of them.
    for (const [at, question] of remaining) {
      take(await ask<Answer>(worker, question, doing), at);
    }
  };
  const url = new URL(`./${program}.js`, import.meta.url);
  const workers = Array.from({ length: count }, () => new Worker(url, { workerData: data }));
  try {
    await Promise.all(workers.map(keepBusy));
  } finally {
    // Their end is not awaited: they have no work left.
    for (const worker of workers) {
      void worker.terminate();
    }
  }
}

/** Returns the answer of an idle thread to a question. Rejects with a {@link Refusal} if the thread ends before. */
export function ask<Answer>(worker: Worker, question: unknown, doing: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Refusal(`a thread that ${doing} files ${reason}`));
    // Listeners for the previous question must not receive this answer.
    worker.removeAllListeners();
    worker.on("message", resolve);
    worker.on("error", (error) => fail(`crashed: ${error.message}`));
    worker.on("exit", (code) => fail(`ended with code ${code}`));
    worker.postMessage(question);
  });
}
